import type { Clock } from '../lib/ports.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** A clock that stands still until the test moves it. */
export class ManualClock implements Clock {
  #now: number;
  readonly #start: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#start = start;
    this.#now = start;
  }

  /** How many sleeps wait for time to pass. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper: Sleeper = { due: this.#now + ms, wake };
      const sleepers = this.#sleepers;
      function wake(): void {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      }
      sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
    });
  }

  /** Moves time on, waking sleepers in the order they are due; what they do at once (and sleep again for) happens on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#nextDue(end); next; next = this.#nextDue(end)) {
      this.#now = Math.max(this.#now, next.due);
      next.wake();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  #nextDue(end: number): Sleeper | undefined {
    return [...this.#sleepers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}

/** Lets promise chains that are ready run to their next wait. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
