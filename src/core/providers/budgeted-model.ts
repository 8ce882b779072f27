import type { Problem } from '../../shared/problem.ts';
import type { Usage } from '../../shared/usage.ts';
import type { Clock } from '../lib/ports.ts';
import type { Model, ModelRequest, StreamEvent } from './provider.ts';

/** Amounts are in 1e-9 US dollars. */
export interface BudgetOptions {
  readonly clock: Clock;
  readonly perTurn?: number;
  readonly perDay?: number;
  /** What all requests since local midnight cost, those that this model made included. */
  readonly spentToday: () => Promise<number>;
}

/**
 * The same model for one turn, which stops before a request that would cross a budget. A request is taken to cost as much as the last one of the
 * turn. Without a price nothing is sent, because the budget could not be held. A script costs nothing and is left alone.
 */
export function budgetedModel(model: Model, options: BudgetOptions): Model {
  if (model.info.scripted || (options.perTurn === undefined && options.perDay === undefined)) return model;
  const turn = new TurnBudget(model, options);
  return { ...model, stream: (request) => budgeted(model, request, turn) };
}

async function* budgeted(model: Model, request: ModelRequest, turn: TurnBudget): AsyncGenerator<StreamEvent, void> {
  const problem = await turn.refusal();
  if (problem) {
    yield { type: 'end', stop: 'usage_limit', blocks: [], problem };
    return;
  }
  for await (const event of model.stream(request)) {
    if ((event.type === 'retry' || event.type === 'end') && event.usage) await turn.spend(event.usage);
    yield event;
  }
}

const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

class TurnBudget {
  readonly #model: Model;
  readonly #options: BudgetOptions;
  #spent = 0;
  #last = 0;

  constructor(model: Model, options: BudgetOptions) {
    this.#model = model;
    this.#options = options;
  }

  async spend(usage: Usage): Promise<void> {
    this.#last = (await this.#cost(usage)) ?? 0;
    this.#spent += this.#last;
  }

  /** Why the next request is not sent. */
  async refusal(): Promise<Problem | undefined> {
    const { perTurn, perDay, spentToday } = this.#options;
    if ((await this.#cost(NOTHING)) === undefined) return unpriced(this.#model);
    if (perTurn !== undefined && this.#crosses(this.#spent, perTurn)) return this.#crossed('turn', this.#spent, perTurn);
    if (perDay === undefined) return undefined;
    const today = await spentToday();
    return this.#crosses(today, perDay) ? this.#crossed('day', today, perDay) : undefined;
  }

  #cost(usage: Usage): Promise<number | undefined> {
    return this.#model.cost?.(usage, this.#options.clock.now()) ?? Promise.resolve(undefined);
  }

  #crosses(spent: number, limit: number): boolean {
    return spent >= limit || spent + this.#last > limit;
  }

  #crossed(span: 'turn' | 'day', spent: number, limit: number): Problem {
    const last = this.#last > 0 ? `, and the last request cost ${dollars(this.#last)}` : '';
    const later = span === 'turn' ? 'or send another prompt, which begins a new turn' : 'or go on after midnight';
    return {
      code: 'usage_limit',
      message: `The budget of ${dollars(limit)} a ${span} is reached: ${dollars(spent)} is spent${last}.`,
      hint: `Raise budget.per_${span} in the configuration, ${later}.`,
      safe: 'No further request was sent. Everything done so far is kept.',
    };
  }
}

function unpriced({ info }: Model): Problem {
  return {
    code: 'usage_limit',
    message: `The budget cannot be held, because no price is known for ${info.provider}/${info.id}.`,
    hint: 'Give the model a price under models.definitions (0 when it is free), or take the budget out of the configuration.',
    safe: 'No request was sent.',
  };
}

function dollars(nano: number): string {
  return `$${(nano / 1e9).toFixed(nano < 1e9 ? 4 : 2)}`;
}
