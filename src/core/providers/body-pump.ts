import type { Clock } from '../lib/ports.ts';

/** A response body that is read on its own, and tells its consumer at most once per turn of the event loop that something came. */
export interface BodyPump {
  /** Resolves when something was fed since the last call, or when the body is over. */
  changed(): Promise<void>;
  readonly over: boolean;
  /** Why reading stopped early. */
  readonly failure: unknown;
  /** Lets the body end by itself, so that the connection can be used again; gives it up after `ms`. */
  drain(clock: Clock, ms: number): void;
}

/** `feed` gets every piece in order; when it answers false, nothing more is read. */
export function pumpBody(body: ReadableStream<Uint8Array>, feed: (piece: Uint8Array) => boolean): BodyPump {
  const reader = body.getReader();
  const finished = new AbortController();
  const bell = createBell();
  let failure: unknown;
  const pump = async () => {
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        bell.ring();
        if (!feed(read.value)) return void (await reader.cancel());
      }
    } catch (thrown) {
      failure = thrown;
    } finally {
      finished.abort();
      bell.ring();
    }
  };
  void pump();
  return {
    changed: bell.rung,
    get over() {
      return finished.signal.aborted;
    },
    get failure() {
      return failure;
    },
    drain(clock, ms) {
      void clock.sleep(ms, finished.signal).then(() => (finished.signal.aborted ? undefined : reader.cancel().catch(() => {})));
    },
  };
}

/** Wakes a waiter on the next turn of the event loop, once for all rings before it. */
function createBell() {
  let wake = () => {};
  let next = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let ringing = false;
  return {
    ring() {
      if (ringing) return;
      ringing = true;
      setImmediate(() => {
        ringing = false;
        wake();
      });
    },
    async rung() {
      await next;
      next = new Promise<void>((resolve) => {
        wake = resolve;
      });
    },
  };
}
