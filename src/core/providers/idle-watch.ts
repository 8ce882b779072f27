import type { Clock } from '../lib/ports.ts';

export interface IdleWatch {
  /** Starts the wait over. Cheap enough for every piece of a stream. */
  touch(): void;
  stop(): void;
}

/** Calls `expired` once, when `ms` pass without a touch. One sleep is pending at a time, however often it is touched. */
export function watchIdle(clock: Clock, ms: number, expired: () => void): IdleWatch {
  const stopped = new AbortController();
  let touched = clock.monotonic();
  const watch = async () => {
    for (let left = ms; left > 0; left = touched + ms - clock.monotonic()) {
      await clock.sleep(left, stopped.signal);
      if (stopped.signal.aborted) return;
    }
    expired();
  };
  void watch();
  return {
    touch: () => {
      touched = clock.monotonic();
    },
    stop: () => stopped.abort('stopped'),
  };
}
