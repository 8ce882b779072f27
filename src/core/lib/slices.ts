/** Milliseconds of work after which others get their turn. */
const SLICE = 8;

/** Divides long work, so that nothing else of this process waits for all of it: `if (slices.over) await slices.pause()` between its steps. */
export class Slices {
  #started = performance.now();

  get over(): boolean {
    return performance.now() - this.#started > SLICE;
  }

  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#started = performance.now();
  }
}
