import type { Message } from '../../../shared/messages.ts';
import { isPersons, plainText, toolCalls } from '../../../shared/messages.ts';
import { toldText } from '../../prompt/attached-text.ts';

/** Characters shown of one message. */
const PREVIEW = 160;
/** Lines at most; of more, the first and the last are kept. */
const MOST_LINES = { normal: 120, emergency: 30 } as const;

/** A summary made without a model: the beginning of each message, in order. The same messages give the same text. */
export function extractSummary(messages: readonly Message[], stage: 'normal' | 'emergency'): string {
  const lines = messages.flatMap(linesOf);
  const most = MOST_LINES[stage];
  const head = Math.ceil(most / 3);
  const chosen =
    lines.length <= most ? lines : [...lines.slice(0, head), { left: lines.length - most }, ...lines.slice(lines.length - (most - head))];
  const shown = chosen.map((one) => ('left' in one ? `- (${one.left} messages left out)` : `- ${one.who}: ${preview(one.text())}`));
  return ['The model wrote no summary. These are the beginnings of the messages, oldest first:', '', ...shown].join('\n');
}

/** `text` is asked for only where it is shown: of a long conversation few are. */
interface Line {
  readonly who: string;
  readonly text: () => string;
}

function linesOf(message: Message): readonly Line[] {
  switch (message.role) {
    case 'user':
      return [{ who: isPersons(message.origin) ? 'User' : 'Steiner', text: () => toldText(message) }];
    case 'assistant': {
      const calls = toolCalls(message).map((call) => ({ who: `Call of ${call.name}`, text: () => call.arguments }));
      const text = plainText(message);
      return text.trim() === '' ? calls : [{ who: 'Assistant', text: () => text }, ...calls];
    }
    case 'tool':
      return [{ who: message.isError ? `${message.name} failed` : `Result of ${message.name}`, text: () => message.text }];
  }
}

/** On one line, cut between characters. */
function preview(text: string, length = PREVIEW): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
