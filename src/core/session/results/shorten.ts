import type { Message, ToolMessage } from '../../../shared/messages.ts';
import type { ShortenedResult } from '../../../shared/result-events.ts';

/** Under so many tokens a result is not worth shortening. */
const LEAST = 200;

export interface SizedResult {
  readonly message: ToolMessage;
  /** Of its text as it stands. */
  readonly tokens: number;
  /** Characters of the whole result, of which the text may already be a part. */
  readonly of: number;
}

/**
 * How the results have to be shortened to take `room` tokens in all: the largest first, all of those to the same size. Undefined when
 * that leaves too little of them.
 */
export function shortenTo(results: readonly SizedResult[], room: number): readonly ShortenedResult[] | undefined {
  const level = levelFor(
    results.map(({ tokens }) => tokens),
    room,
  );
  if (level < LEAST) return undefined;
  return results.flatMap(({ message, tokens, of }) => {
    if (tokens <= level) return [];
    const chars = Math.floor((message.text.length * level) / tokens);
    const head = Math.ceil(chars / 2);
    return [{ call: message.callId, head, tail: chars - head, of }];
  });
}

/** The size that, as the most each may have, makes all of them fit. */
function levelFor(sizes: readonly number[], room: number): number {
  let left = room;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** The conversation with those results shortened and the note where something is left out. The same input gives the same text; all other messages stay the same objects. */
export function withShortened(messages: readonly Message[], shortened: readonly ShortenedResult[], note: string): readonly Message[] {
  const wanted = new Map(shortened.map((one) => [one.call, one]));
  return messages.map((message) => {
    const cut = message.role === 'tool' ? wanted.get(message.callId) : undefined;
    return message.role === 'tool' && cut ? { ...message, text: shortenedText(message.text, cut, note) } : message;
  });
}

function shortenedText(text: string, { head, tail, of }: ShortenedResult, note: string): string {
  const first = text.slice(0, isPair(text, head) ? head - 1 : head);
  const from = text.length - tail;
  const last = text.slice(isPair(text, from) ? from + 1 : from);
  return `${first}\n… [${of - first.length - last.length} characters left out here: ${note}] …\n${last}`;
}

/** Whether a character of two units would be cut in two there. */
function isPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}
