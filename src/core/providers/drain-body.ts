import type { Clock } from '../lib/ports.ts';

/** Lets a body that nobody needs any more end by itself, so that its connection can be used again; gives it up after `ms`. */
export function drainBody(reader: ReadableStreamDefaultReader<Uint8Array>, clock: Clock, ms: number): void {
  const over = new AbortController();
  const read = async () => {
    try {
      while (!(await reader.read()).done);
    } finally {
      over.abort('over');
    }
  };
  const giveUp = async () => {
    await clock.sleep(ms, over.signal);
    if (!over.signal.aborted) await reader.cancel();
  };
  void Promise.allSettled([read(), giveUp()]);
}
