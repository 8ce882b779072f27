type Release = () => void | Promise<void>;

/**
 * Owns what must be released: processes, timers, listeners, locks. A thing is added at the moment it is made.
 *
 * Contract: `close` releases in reverse order, once, and goes on after a release that fails; the failures come back together.
 * Whatever is added after `close` is released at once.
 */
export class Scope {
  readonly #releases: Release[] = [];
  readonly #controller = new AbortController();
  #closing: Promise<void> | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get closed(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Adds a release and returns what takes it out again without running it. */
  add(release: Release): () => void {
    if (this.closed) {
      void Promise.resolve().then(release);
      return () => {};
    }
    this.#releases.push(release);
    return () => {
      const index = this.#releases.indexOf(release);
      if (index >= 0) this.#releases.splice(index, 1);
    };
  }

  child(): Scope {
    const child = new Scope();
    const forget = this.add(() => child.close());
    child.add(forget);
    return child;
  }

  close(): Promise<void> {
    this.#closing ??= this.#release();
    return this.#closing;
  }

  async #release(): Promise<void> {
    this.#controller.abort();
    const failures: unknown[] = [];
    for (let release = this.#releases.pop(); release; release = this.#releases.pop()) {
      try {
        await Promise.resolve(release());
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'releasing a scope failed');
  }
}
