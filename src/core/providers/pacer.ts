import type { Clock } from '../lib/ports.ts';

/** Resolves when the next request may start, or at once when `signal` aborts. */
export type Pace = (signal: AbortSignal) => Promise<void>;

/**
 * Keeps at least `gap` milliseconds between the starts of requests, in the order in which they ask. Who stops waiting gives its place back when nobody
 * stands behind it.
 */
export function createPace(clock: Clock, gap: number): Pace {
  let next = 0;
  return async (signal) => {
    if (gap <= 0 || signal.aborted) return;
    const now = clock.monotonic();
    const start = Math.max(now, next);
    next = start + gap;
    if (start > now) await clock.sleep(start - now, signal);
    if (signal.aborted && next === start + gap) next = start;
  };
}
