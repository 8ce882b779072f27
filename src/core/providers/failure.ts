import type { Problem } from '../../shared/problem.ts';
import { isObject, type WireObject } from './wire-json.ts';

/** Why one attempt failed, before anybody decided what that means. `body` is the start of what the server said. */
export type Failure =
  | { readonly kind: 'http'; readonly status: number; readonly headers: Headers; readonly body: string }
  | { readonly kind: 'transport'; readonly code: string; readonly message: string }
  | { readonly kind: 'timeout'; readonly phase: 'answer' | 'stream'; readonly ms: number }
  /** The stream ended before the model had finished. */
  | { readonly kind: 'cut'; readonly message: string }
  /** Something other than an answer of the API. `final` when asking again cannot help. */
  | { readonly kind: 'bad_answer'; readonly what: string; readonly final: boolean }
  /** An answer that does not end, or is longer than any that can be of use. */
  | { readonly kind: 'too_long' }
  /** The server reported an error inside the stream. `code` is its most specific name, or empty. */
  | { readonly kind: 'reported'; readonly message: string; readonly code: string; readonly error: WireObject }
  /** Nothing was sent, for want of credentials. `transient` when asking again a little later may help. */
  | { readonly kind: 'no_credentials'; readonly problem: Problem; readonly transient: boolean }
  | { readonly kind: 'bug'; readonly message: string };

/** From the error that a server put into its stream, as an object or as text. */
export function reportedFailure(reported: unknown): Failure {
  const error = isObject(reported) ? reported : { message: reported };
  return { kind: 'reported', message: String(error.message ?? 'no message'), code: String(error.code ?? error.type ?? ''), error };
}

/** Carries a failure through a library that knows only exceptions. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** How much of an error body is read; messages show far less. */
const BODY_LIMIT = 16_384;

/** A fetch that turns every failure into a `FailureError`: no connection, and any status that is not a success. */
export function failingFetch(fetchPort: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchPort(input, init).catch((failure: unknown) => {
      throw failure instanceof FailureError ? failure : new FailureError(transportFailure(failure));
    });
    if (response.ok) return response;
    throw new FailureError({ kind: 'http', status: response.status, headers: response.headers, body: await readStart(response) });
  };
}

async function readStart(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part);
      size += part.length;
      if (size >= BODY_LIMIT) break;
    }
  } catch {
    return Buffer.concat(parts).toString('utf8');
  }
  return Buffer.concat(parts).toString('utf8').slice(0, BODY_LIMIT);
}

/** Finds the failure in whatever a library threw around it. */
export function failureOf(thrown: unknown): Failure {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof FailureError) return error.failure;
  }
  return { kind: 'bug', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** What broke a connection: the innermost cause that has a code. */
export function transportFailure(thrown: unknown): Failure {
  let found = { code: '', message: thrown instanceof Error ? thrown.message : String(thrown) };
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code === 'string') found = { code, message: error.message };
  }
  if (found.code.startsWith('HPE_')) return { kind: 'bad_answer', what: 'something that is not HTTP', final: true };
  return { kind: 'transport', ...found };
}
