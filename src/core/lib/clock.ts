import type { Clock } from './ports.ts';

export function createSystemClock(): Clock {
  return { now: () => Date.now(), monotonic: () => performance.now(), sleep };
}

/** By hand: the one of Node makes an error with a stack for each sleep that is cut short, and a round of a turn has several. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
