import type { Clock } from '../lib/ports.ts';
import type { Failure } from './failure.ts';
import { watchIdle } from './idle-watch.ts';

/** Watches over one request: ends it when the caller wants to stop or the server is silent for too long. */
export interface AttemptGuard {
  readonly signal: AbortSignal;
  /** Something came: the wait starts over. */
  touch(): void;
  /** The silence that ended the request, if one did. */
  timedOut(): Failure | undefined;
  /** `keep` leaves the connection open for the next request. */
  close(options: { readonly keep: boolean }): void;
}

export interface AttemptGuardOptions {
  readonly clock: Clock;
  /** Milliseconds to the response headers, and between two pieces of the body. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: AbortSignal;
}

export function guardAttempt({ clock, timeout, signal }: AttemptGuardOptions): AttemptGuard {
  const connection = new AbortController();
  let phase: 'answer' | 'stream' = 'answer';
  let failure: Failure | undefined;
  const abort = () => connection.abort();
  const watch = watchIdle(clock, timeout, () => {
    failure = { kind: 'timeout', phase, ms: timeout };
    abort();
  });
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    signal: connection.signal,
    touch() {
      phase = 'stream';
      watch.touch();
    },
    timedOut: () => failure,
    close({ keep }) {
      watch.stop();
      signal.removeEventListener('abort', abort);
      if (!keep) abort();
    },
  };
}
