import type { Message } from '../../../shared/messages.ts';
import { shownBy } from '../../../shared/shown-pictures.ts';

/**
 * A conversation that a new process has to know, as one text: the program takes only what a person says. Static context at the beginning and
 * a prompt alone stay what they are.
 */
export function openingText(messages: readonly Message[]): string {
  const last = messages.findLastIndex(({ role }) => role !== 'user') + 1;
  const [earlier, now] = [messages.slice(0, last), messages.slice(last)];
  const prompt = joined(now.map(sayable));
  if (earlier.length === 0) return prompt;
  return joined([
    'This conversation began before; what was said and done so far stands between the lines.',
    '-----',
    ...earlier.map(told),
    '-----',
    prompt === '' ? 'Go on from there.' : prompt,
  ]);
}

/** What people and the engine said after the last answer, without results of tools. */
export function spokenText(messages: readonly Message[]): string {
  return joined(messages.map(sayable));
}

function sayable(message: Message): string {
  if (message.role !== 'user') return '';
  return joined([message.notice ?? '', message.text]);
}

function told(message: Message): string {
  switch (message.role) {
    case 'user':
      return `[user]\n${joined([sayable(message), shownLine(message)])}`;
    case 'tool':
      return `[result of ${message.name}${message.isError ? ', failed' : ''}]\n${joined([message.text, shownLine(message)])}`;
    case 'assistant':
      return joined(
        message.blocks.map((block) => {
          if (block.type === 'text') return `[you]\n${block.text}`;
          return block.type === 'tool_call' ? `[you called ${block.name}]\n${block.arguments}` : '';
        }),
      );
  }
}

/** The pictures themselves go along in the order of the conversation. */
function shownLine(message: Message): string {
  const names = shownBy(message).map(({ name }) => name);
  return names.length === 0 ? '' : `[shown: ${names.join(', ')}]`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}
