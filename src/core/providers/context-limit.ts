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
  /(prompt|input) is too long/i,
  /exceeds? (the )?(available )?context (size|limit|window|length)/i,
  /(maximum|max) context length/i,
  /context[ _-](length|window|size) (is |was )?(exceeded|overflow)/i,
  /greater than the context length/i,
  /input token count.{0,60}exceeds/i,
  /ContextWindowExceeded/,
];

const TOO_LARGE = 413;
const STATUSES: ReadonlySet<number> = new Set([400, TOO_LARGE, 422, 500]);

/** Whether a server refused a request because it is longer than the model's context: asking again helps only with less in it. */
export function exceedsContext(failure: Failure): boolean {
  return isRefusedFor(failure, { codes: CODES, texts: TEXTS });
}

const SIZE_CODES: ReadonlySet<string> = new Set(['request_too_large', 'payload_too_large', 'body_too_large']);

/** How servers, and gateways before them, say it of the bytes of a request. */
const SIZE_TEXTS = [
  /\b(request|payload|body)( entity| body| size)? (is )?too large\b/i,
  /\b(request|payload|body)( size)?\b[^.\n]{0,30}\bexceeds? (the )?(maximum|limit|allowed)/i,
  /length limit exceeded/i,
];

/** Whether a server refused a request because it has too many bytes, whatever its context takes. A gateway may say no more than 413. */
export function exceedsSize(failure: Failure): boolean {
  if (failure.kind === 'http' && failure.status === TOO_LARGE) return true;
  return isRefusedFor(failure, { codes: SIZE_CODES, texts: SIZE_TEXTS });
}

interface Signs {
  readonly codes: ReadonlySet<string>;
  readonly texts: readonly RegExp[];
}

function isRefusedFor(failure: Failure, { codes, texts }: Signs): boolean {
  const names = ({ code, type }: Readonly<Record<string, unknown>>): boolean => codes.has(String(code)) || codes.has(String(type));
  const says = (text: string): boolean => texts.some((pattern) => pattern.test(text));
  if (failure.kind === 'reported') return names(failure.error) || says(failure.message);
  if (failure.kind !== 'http' || !STATUSES.has(failure.status)) return false;
  return names(errorObject(failure.body)) || says(failure.body);
}
