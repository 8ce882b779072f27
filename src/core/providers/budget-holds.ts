/** Money that running requests may take, in 1e-9 US dollars: set aside before each is sent, given back when it has ended and its cost is known. */
export class BudgetHolds {
  #total = 0;

  /** What all running requests may take together. */
  get total(): number {
    return this.#total;
  }

  /** Returns the function that gives it back; calling it again does nothing. */
  hold(amount: number): () => void {
    this.#total += amount;
    let held = true;
    return () => {
      if (held) this.#total -= amount;
      held = false;
    };
  }
}

/** What the requests of one session taught about the next one. */
export interface BudgetMemory {
  /** The last request: when it ended (milliseconds since the epoch), and its cost in 1e-9 US dollars. */
  last?: { readonly at: number; readonly cost: number; readonly model: string };
}
