import type { Failure } from './failure.ts';
import { errorObject } from './usage-limit.ts';

const CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'context_window_exceeded',
  'exceed_context_size_error',
  'string_above_max_length',
]);

/** Servers that have no code for it say it in one of these ways. */
const TEXTS = [
  /prompt is too long/i,
  /exceeds? (the )?(available )?context (size|limit|window|length)/i,
  /(maximum|max) context length/i,
  /context[ _-](length|window|size) (is |was )?(exceeded|overflow)/i,
  /greater than the context length/i,
  /input token count.{0,60}exceeds/i,
  /ContextWindowExceeded/,
];

const STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** Whether a server refused a request because it is longer than the model's context: asking again helps only with less in it. */
export function exceedsContext(failure: Failure): boolean {
  if (failure.kind === 'reported') return names(failure.error) || says(failure.message);
  if (failure.kind !== 'http' || !STATUSES.has(failure.status)) return false;
  return names(errorObject(failure.body)) || says(failure.body);
}

function names({ code, type }: Readonly<Record<string, unknown>>): boolean {
  return CODES.has(String(code)) || CODES.has(String(type));
}

function says(text: string): boolean {
  return TEXTS.some((pattern) => pattern.test(text));
}
