/** The budget of a day, which all sessions and processes share. Amounts are in 1e-9 US dollars. */
export interface DayBudget {
  /** Sets money aside, unless with all that is spent and set aside it would cross the limit; the look and the hold are one step. */
  hold(amount: number, limit: number): Promise<DayHold>;
}

export type DayHold =
  /** `settle` gives it back when the request has ended; calling it again does nothing. */
  | { readonly kind: 'held'; readonly settle: () => void }
  | { readonly kind: 'crossed'; readonly spent: number }
  | { readonly kind: 'failed'; readonly because: string };

/** The budget of one turn with the children it started, in 1e-9 US dollars. */
export interface TurnSpend {
  spent: number;
  /** Set aside for requests that run. */
  held: number;
}

/** What the requests of one session taught about the next one. */
export interface BudgetMemory {
  /** Of the turn that runs, or ran last. */
  turn?: TurnSpend;
  /** The last request: when it ended (milliseconds since the epoch), and its cost in 1e-9 US dollars. */
  last?: { readonly at: number; readonly cost: number; readonly model: string };
}
