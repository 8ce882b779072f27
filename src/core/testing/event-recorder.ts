interface Waiter<T> {
  readonly wanted: (item: T) => boolean;
  readonly resolve: (item: T) => void;
}

/** Keeps what it is given, in order, and lets a test wait for an item without sleeping. Give `record` to whatever takes a listener. */
export class EventRecorder<T> {
  readonly #items: T[] = [];
  readonly #waiters = new Set<Waiter<T>>();

  get items(): readonly T[] {
    return this.#items;
  }

  readonly record = (item: T): void => {
    this.#items.push(item);
    for (const waiter of this.#waiters) {
      if (!waiter.wanted(item)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(item);
    }
  };

  /** The first item that fits, recorded already or still to come. Waits as long as the test runs. */
  waitFor(wanted: (item: T) => boolean): Promise<T> {
    const found = this.#items.find(wanted);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve) => this.#waiters.add({ wanted, resolve }));
  }

  /** Forgets what was recorded so far. */
  clear(): void {
    this.#items.length = 0;
  }
}
