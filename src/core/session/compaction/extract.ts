import type { Message } from '../../../shared/messages.ts';
import { isPersons, plainText, toolCalls } from '../../../shared/messages.ts';
import { toldText } from '../../prompt/attached-text.ts';

/** Characters shown of one message. */
const PREVIEW = 160;
/** Lines at most; of more, the first and the last are kept. */
const MOST_LINES = { normal: 120, emergency: 30 } as const;

/** A summary made without a model: the beginning of each message, in order. The same messages give the same text. */
export function extractSummary(messages: readonly Message[], stage: 'normal' | 'emergency'): string {
  const lines = messages.flatMap(lineOf);
  const most = MOST_LINES[stage];
  const head = Math.ceil(most / 3);
  const shown =
    lines.length <= most
      ? lines
      : [...lines.slice(0, head), `- (${lines.length - most} messages left out)`, ...lines.slice(lines.length - (most - head))];
  return ['The model wrote no summary. These are the beginnings of the messages, oldest first:', '', ...shown].join('\n');
}

function lineOf(message: Message): readonly string[] {
  switch (message.role) {
    case 'user':
      return [line(isPersons(message.origin) ? 'User' : 'Steiner', toldText(message))];
    case 'assistant': {
      const calls = toolCalls(message).map((call) => line(`Call of ${call.name}`, call.arguments));
      const text = plainText(message);
      return text.trim() === '' ? calls : [line('Assistant', text), ...calls];
    }
    case 'tool':
      return [line(message.isError ? `${message.name} failed` : `Result of ${message.name}`, message.text)];
  }
}

function line(who: string, text: string): string {
  return `- ${who}: ${preview(text)}`;
}

/** On one line, cut between characters. */
function preview(text: string, length = PREVIEW): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
