import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './ports.ts';

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (ms, signal) => {
      try {
        await delay(ms, undefined, signal === undefined ? {} : { signal });
      } catch (failure) {
        if (!signal?.aborted) throw failure;
      }
    },
  };
}
