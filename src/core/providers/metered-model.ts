import type { Usage } from '../../shared/usage.ts';
import type { Clock } from '../lib/ports.ts';
import type { Bill, Model, ModelRequest, StreamEvent } from './provider.ts';

/** One request as it was measured; times are milliseconds. `cost` is in 1e-9 US dollars, absent when unknown. */
export interface MeteredRequest {
  readonly time: number;
  readonly stop: string;
  readonly duration: number;
  readonly firstToken?: number;
  readonly usage?: Usage;
  readonly cost?: number;
}

export interface MeterOptions {
  readonly clock: Clock;
  /** Called once per request, before its end is passed on. What it is given resolves with nothing when there is nothing to record. */
  readonly record: (request: Promise<MeteredRequest | undefined>, purpose: ModelRequest['purpose']) => void;
}

/**
 * The same model, with every request measured, and its end passed on with what it cost. An attempt that is tried again counts as a request of its own, because the provider does so too.
 * Left out are attempts that got no answer and were not counted: they cost nothing. A script is no model and is not measured.
 */
export function meteredModel(model: Model, options: MeterOptions): Model {
  if (model.info.scripted) return model;
  return { ...model, stream: (request) => metered(model, request, options) };
}

async function* metered(model: Model, request: ModelRequest, { clock, record }: MeterOptions): AsyncGenerator<StreamEvent, void> {
  let attempt = new Attempt(clock, 0);
  let ended = false;
  const finish = (stop: string, took: Took) => {
    const measured = attempt.measured(model, stop, took);
    record(measured, request.purpose);
    return measured;
  };
  try {
    for await (const event of model.stream(request)) {
      if (event.type === 'delta') attempt.answered();
      if (event.type === 'retry') {
        const bill = billOf(await finish('error', event));
        attempt = new Attempt(clock, event.delay);
        yield { ...event, ...bill };
      } else if (event.type === 'end') {
        ended = true;
        yield { ...event, ...billOf(await finish(event.stop, event)) };
      } else yield event;
    }
  } finally {
    if (!ended) void finish('cancelled', {});
  }
}

function billOf(measured: MeteredRequest | undefined): { readonly bill?: Bill } {
  return measured ? { bill: measured.cost === undefined ? {} : { cost: measured.cost } } : {};
}

/** What the provider counted. */
interface Took {
  readonly usage?: Usage;
  readonly cost?: number;
}

/** One try, from `delay` milliseconds from now. */
class Attempt {
  readonly #clock: Clock;
  readonly #time: number;
  readonly #start: number;
  #first: number | undefined;

  constructor(clock: Clock, delay: number) {
    this.#clock = clock;
    this.#time = clock.now() + delay;
    this.#start = clock.monotonic() + delay;
  }

  answered(): void {
    this.#first ??= this.#elapsed();
  }

  async measured(model: Model, stop: string, { usage, cost: reported }: Took): Promise<MeteredRequest | undefined> {
    const answered = this.#first !== undefined || stop === 'complete';
    if (!usage && !answered) return undefined;
    const measured = { time: Math.round(this.#time), stop, duration: this.#elapsed() };
    const cost = reported ?? (usage && (await model.cost?.(usage, this.#time)));
    return {
      ...measured,
      ...(this.#first === undefined ? {} : { firstToken: this.#first }),
      ...(usage ? { usage } : {}),
      ...(cost === undefined ? {} : { cost }),
    };
  }

  #elapsed(): number {
    return Math.max(0, Math.round(this.#clock.monotonic() - this.#start));
  }
}
