import type { Ports } from '../../core/engine.ts';
import type { Upward } from '../../shared/ipc.ts';
import { type Item, itemsOf, joined, upwards } from './join-events.ts';

export interface EventBatchOptions {
  readonly clock: Ports['clock'];
  readonly send: (batch: readonly Upward[]) => void;
}

/** One frame of a display, in milliseconds. */
const FRAME = 16;
/** Events in one batch; more wait for the next frame. */
const MOST = 500;

/**
 * What goes up to one window: at most one batch per frame, in order. Text deltas of the same message and output of the same
 * tool call that follow each other become one event with the later `seq`; of lists and settings only the latest is sent.
 */
export class EventBatch {
  readonly #options: EventBatchOptions;
  readonly #stop = new AbortController();
  #waiting: Item[] = [];
  #lastSent = Number.NEGATIVE_INFINITY;
  #scheduled = false;
  #exact = 0;

  constructor(options: EventBatchOptions) {
    this.#options = options;
  }

  push(upward: Upward): void {
    if (this.#stop.signal.aborted) return;
    for (const item of itemsOf(upward)) this.#add(item);
    this.#schedule();
  }

  /**
   * Runs what takes a snapshot. Events before it have left when it begins, nothing is joined while it runs, and what came
   * meanwhile leaves before its answer: every `seq` in the window is then either in the snapshot or after it.
   */
  async exact<T>(answer: () => Promise<T>): Promise<T> {
    this.#flushAll();
    this.#exact += 1;
    try {
      return await answer();
    } finally {
      this.#flushAll();
      this.#exact -= 1;
    }
  }

  close(): void {
    this.#stop.abort();
    this.#waiting = [];
  }

  #add(item: Item): void {
    if (item.type !== 'event') {
      this.#waiting = [...this.#waiting.filter(({ type }) => type !== item.type), item];
      return;
    }
    const last = this.#waiting.at(-1);
    const whole = last?.type === 'event' && this.#exact === 0 ? joined(last.envelope, item.envelope) : undefined;
    if (whole) this.#waiting[this.#waiting.length - 1] = { type: 'event', envelope: whole };
    else this.#waiting.push(item);
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0) return;
    this.#scheduled = true;
    const { clock } = this.#options;
    const wait = Math.max(0, this.#lastSent + FRAME - clock.monotonic());
    void clock.sleep(wait, this.#stop.signal).then(() => {
      this.#scheduled = false;
      this.#flush();
      this.#schedule();
    });
  }

  #flushAll(): void {
    while (this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const items = this.#waiting.splice(0, MOST);
    if (items.length === 0) return;
    this.#lastSent = this.#options.clock.monotonic();
    this.#options.send(upwards(items));
  }
}
