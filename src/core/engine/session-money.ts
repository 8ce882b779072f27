import type { BudgetMemory } from '../providers/budget-holds.ts';
import type { MeteredRequest } from '../providers/metered-model.ts';

/** What the requests of one session teach about its budget, and what they cost since it was opened. */
export class SessionMoney {
  readonly memory: BudgetMemory = {};
  #requests: Promise<{ readonly cost: number; readonly known: boolean }> = Promise.resolve({ cost: 0, known: true });

  add(request: Promise<MeteredRequest | undefined>): void {
    this.#requests = Promise.all([this.#requests, request]).then(([before, measured]) => ({
      cost: before.cost + (measured?.cost ?? 0),
      known: before.known && (measured === undefined || measured.cost !== undefined),
    }));
  }

  /** In 1e-9 US dollars; undefined when the price of a request is not known. */
  async cost(): Promise<number | undefined> {
    const { cost, known } = await this.#requests;
    return known ? cost : undefined;
  }
}
