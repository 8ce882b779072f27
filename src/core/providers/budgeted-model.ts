import type { Problem } from '../../shared/problem.ts';
import type { Usage } from '../../shared/usage.ts';
import type { Clock } from '../lib/ports.ts';
import type { BudgetMemory, DayBudget, TurnSpend } from './budget-holds.ts';
import type { Model, ModelRequest, StreamEvent } from './provider.ts';

/** Amounts are in 1e-9 US dollars. */
export interface BudgetOptions {
  readonly clock: Clock;
  readonly perTurn?: number;
  readonly perDay?: number;
  readonly day: DayBudget;
  /** Of the session. */
  readonly memory: BudgetMemory;
  /** Of a child: the turn whose budget it is part of. Default: a budget of its own. */
  readonly turn?: TurnSpend | undefined;
}

/**
 * The same model for one turn, which stops before a request that would cross a budget.
 *
 * Before each request as much as it is likely to cost is set aside, and settled with its real cost afterwards. A request is taken to cost as much as
 * the last one of the session while the provider may still have that in its cache, else as much as all its text, read anew. Without a price nothing
 * is sent, because the budget could not be held. A script costs nothing and is left alone.
 */
export function budgetedModel(model: Model, options: BudgetOptions): Model {
  if (model.info.scripted || (options.perTurn === undefined && options.perDay === undefined)) return model;
  const turn = new TurnBudget(model, options);
  return { ...model, stream: (request) => budgeted(model, request, turn) };
}

async function* budgeted(model: Model, request: ModelRequest, turn: TurnBudget): AsyncGenerator<StreamEvent, void> {
  const admitted = await turn.admit(request);
  if ('code' in admitted) {
    yield { type: 'end', stop: 'usage_limit', blocks: [], problem: admitted };
    return;
  }
  try {
    for await (const event of model.stream(request)) {
      if ((event.type === 'retry' || event.type === 'end') && event.usage) await turn.spend(event.usage, event.bill?.cost ?? event.cost);
      yield event;
    }
  } finally {
    admitted.settle();
  }
}

const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** How long providers keep what they read, in milliseconds. */
const WARM = 5 * 60_000;
/** Fewer characters than a token has on average, so that an estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3;
const LIKELY_ANSWER = 1_000;

class TurnBudget {
  readonly #model: Model;
  readonly #options: BudgetOptions;
  readonly #turn: TurnSpend;
  #spent = 0;

  constructor(model: Model, options: BudgetOptions) {
    this.#model = model;
    this.#options = options;
    this.#turn = options.turn ?? { spent: 0, held: 0 };
  }

  async spend(usage: Usage, reported: number | undefined): Promise<void> {
    const cost = reported ?? (await this.#cost(usage)) ?? 0;
    this.#spent += cost;
    this.#turn.spent += cost;
    this.#options.memory.last = { at: this.#options.clock.now(), cost, model: this.#name };
  }

  /** Sets the money of a request aside, or says why it is not sent. */
  async admit(request: ModelRequest): Promise<{ readonly settle: () => void } | Problem> {
    const { perTurn, memory } = this.#options;
    const turn = this.#turn;
    memory.turn = turn;
    const likely = await this.#likely(request);
    if (likely === undefined) return unpriced(this.#model);
    const taken = turn.spent + turn.held;
    if (perTurn !== undefined && crosses(taken, likely, perTurn)) return this.#crossed('turn', taken, perTurn, likely);
    turn.held += likely;
    const ofDay = await this.#admitToday(likely);
    if ('code' in ofDay) turn.held -= likely;
    return 'code' in ofDay ? ofDay : { settle: () => this.#settle(likely, ofDay.settle) };
  }

  async #admitToday(likely: number): Promise<{ readonly settle: () => void } | Problem> {
    const { perDay, day } = this.#options;
    if (perDay === undefined) return { settle: () => undefined };
    const hold = await day.hold(likely, perDay);
    if (hold.kind === 'failed') return unheld(hold.because);
    return hold.kind === 'held' ? hold : this.#crossed('day', hold.spent, perDay, likely);
  }

  #settle(likely: number, settle: () => void): void {
    this.#turn.held -= likely;
    settle();
  }

  get #name(): string {
    return `${this.#model.info.provider}/${this.#model.info.id}`;
  }

  async #likely(request: ModelRequest): Promise<number | undefined> {
    if ((await this.#cost(NOTHING)) === undefined) return undefined;
    const { clock, memory } = this.#options;
    if (memory.last?.model === this.#name && clock.now() - memory.last.at < WARM) return memory.last.cost;
    const text = request.system.length + JSON.stringify([request.messages, request.tools]).length;
    return this.#cost({ ...NOTHING, input: Math.ceil(text / CHARACTERS_PER_TOKEN), output: LIKELY_ANSWER });
  }

  #cost(usage: Usage): Promise<number | undefined> {
    return this.#model.cost?.(usage, this.#options.clock.now()) ?? Promise.resolve(undefined);
  }

  #crossed(span: 'turn' | 'day', spent: number, limit: number, likely: number): Problem {
    const last = this.#spent > 0 ? this.#options.memory.last?.cost : undefined;
    const about = spent < limit && last === undefined ? `, and the next request may cost ${dollars(likely)}` : '';
    const known = last !== undefined && last > 0 ? `, and the last request cost ${dollars(last)}` : about;
    const later = span === 'turn' ? 'or send another prompt, which begins a new turn' : 'or go on after midnight';
    return {
      code: 'usage_limit',
      message: `The budget of ${dollars(limit)} a ${span} is reached: ${dollars(spent)} is spent${known}.`,
      hint: `Raise budget.per_${span} in the configuration, ${later}.`,
      safe: 'No further request was sent. Everything done so far is kept.',
    };
  }
}

function crosses(spent: number, likely: number, limit: number): boolean {
  return spent >= limit || spent + likely > limit;
}

function unpriced({ info }: Model): Problem {
  return {
    code: 'usage_limit',
    message: `The budget cannot be held, because no price is known for ${info.provider}/${info.id}.`,
    hint: 'Give the model a price under models.definitions (0 when it is free), or take the budget out of the configuration.',
    safe: 'No request was sent.',
  };
}

function unheld(because: string): Problem {
  return {
    code: 'usage_limit',
    message: `The budget of a day cannot be held, because what other processes are spending is not known: ${because}.`,
    hint: 'Make the state folder writable and send the prompt again, or take budget.per_day out of the configuration.',
    safe: 'No request was sent.',
  };
}

function dollars(nano: number): string {
  return `$${(nano / 1e9).toFixed(nano < 1e9 ? 4 : 2)}`;
}
