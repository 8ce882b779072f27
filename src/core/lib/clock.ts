import type { Clock } from './ports.ts';

export function createSystemClock(): Clock {
  return { now: () => Date.now(), monotonic: () => performance.now(), sleep };
}

/** What is longer, a timer takes for nothing at all. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** By hand: the one of Node makes an error with a stack for each sleep that is cut short, and a round of a turn has several. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    let left = ms;
    const wait = () => {
      const step = Math.min(left, LONGEST_TIMER);
      left -= step;
      timer = setTimeout(left > 0 ? wait : end, step);
    };
    let timer: NodeJS.Timeout | undefined;
    wait();
    signal?.addEventListener('abort', end, { once: true });
  });
}
