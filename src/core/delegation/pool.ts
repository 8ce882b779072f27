/** A child's place among those that run or wait. */
export interface Place {
  /** Whether it still waits for one that runs. */
  readonly waiting: boolean;
  /** True when it may begin, false when it was given up before. */
  readonly turn: Promise<boolean>;
  /** Gives the place up, whether it waited or ran. The next one begins. */
  leave(): void;
}

interface Seat {
  readonly begin: (may: boolean) => void;
  running: boolean;
}

/**
 * So many run at a time, as many again wait, in the order they came.
 *
 * Contract: `enter` decides and reserves in one step; a refusal leaves nothing behind. A limit that changes counts for those that begin from then on.
 */
export class Pool {
  readonly #limit: () => number;
  readonly #seats = new Set<Seat>();

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#seats.size;
  }

  /** How many there may be, running and waiting. */
  get capacity(): number {
    return 2 * this.#limit();
  }

  /** Undefined when there is no room. */
  enter(): Place | undefined {
    if (this.size >= this.capacity) return undefined;
    let begin = (_may: boolean): void => {};
    const turn = new Promise<boolean>((resolve) => {
      begin = resolve;
    });
    const seat: Seat = { begin, running: false };
    this.#seats.add(seat);
    this.#fill();
    return {
      get waiting() {
        return !seat.running;
      },
      turn,
      leave: () => this.#leave(seat),
    };
  }

  #leave(seat: Seat): void {
    if (!this.#seats.delete(seat)) return;
    seat.begin(false);
    this.#fill();
  }

  #fill(): void {
    let free = this.#limit() - [...this.#seats].filter(({ running }) => running).length;
    for (const seat of this.#seats) {
      if (free <= 0) return;
      if (seat.running) continue;
      seat.running = true;
      seat.begin(true);
      free -= 1;
    }
  }
}
