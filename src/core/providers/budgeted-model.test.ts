import { expect, test } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { collect, modelRequest, userMessage } from '../testing/provider-rig.ts';
import type { BudgetMemory, DayBudget } from './budget-holds.ts';
import { budgetedModel } from './budgeted-model.ts';
import type { Model, StreamEvent } from './provider.ts';

const DOLLAR = 1e9;
const MILLION = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Costs a dollar for a million tokens of input; each request says that it took `tokens`. */
function priced(tokens = 1_000_000, before: () => Promise<void> = async () => {}, reported?: number): Model {
  return {
    info: { provider: 'p', id: 'm', scripted: false },
    async *stream(): AsyncGenerator<StreamEvent> {
      await before();
      yield {
        type: 'end',
        stop: 'complete',
        blocks: [],
        usage: { ...MILLION, input: tokens },
        ...(reported === undefined ? {} : { cost: reported }),
      };
    },
    cost: async ({ input }) => input * 1_000,
  };
}

/** A day of which nothing is recorded yet, and what is held of it. */
function createDay(): DayBudget & { held: number } {
  const day = {
    held: 0,
    hold: async (amount: number, limit: number) => {
      if (day.held + amount > limit) return { kind: 'crossed', spent: day.held } as const;
      day.held += amount;
      const settle = () => {
        day.held -= amount;
      };
      return { kind: 'held', settle } as const;
    },
  };
  return day;
}

function setup(model: Model, limits: { perTurn?: number; perDay?: number }, shared: { day: DayBudget; memory?: BudgetMemory }) {
  const clock = new ManualClock();
  const { day, memory = {} } = shared;
  const budgeted = budgetedModel(model, { clock, ...limits, day, memory });
  const ask = async (text = 'hi') => {
    const events = await collect(budgeted.stream(modelRequest([{ ...userMessage('hi'), text } as Message])));
    const end = events.at(-1);
    return end?.type === 'end' ? { stop: end.stop, message: end.problem?.message } : undefined;
  };
  return { ask, clock, memory };
}

test('the first request of a turn is taken to cost as much as all its text', async () => {
  const shared = { day: createDay() };
  const { ask } = setup(priced(), { perTurn: 0.1 * DOLLAR }, shared);
  expect(await ask('x'.repeat(600_000))).toEqual({
    stop: 'usage_limit',
    message: 'The budget of $0.1000 a turn is reached: $0.0000 is spent, and the next request may cost $0.2000.',
  });
  expect([(await ask())?.stop, shared.day.held]).toEqual(['complete', 0]);
});

test('while the provider may have the last request in its cache, the next one is taken to cost the same', async () => {
  const shared = { day: createDay(), memory: {} };
  const long = 'x'.repeat(600_000);
  await setup(priced(10_000), { perTurn: DOLLAR }, shared).ask(long);
  const next = setup(priced(10_000), { perTurn: 0.1 * DOLLAR }, shared);
  expect((await next.ask(long))?.stop).toBe('complete');
  await next.clock.advance(5 * 60_000);
  expect((await next.ask(long))?.stop).toBe('usage_limit');
});

test('sessions that run at once do not spend the same money', async () => {
  const shared = { day: createDay() };
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const memory = () => ({ last: { at: new ManualClock().now(), cost: DOLLAR, model: 'p/m' } });
  const first = setup(
    priced(1_000_000, () => gate),
    { perDay: 1.5 * DOLLAR },
    { ...shared, memory: memory() },
  );
  const second = setup(priced(), { perDay: 1.5 * DOLLAR }, { ...shared, memory: memory() });
  const running = first.ask();
  await new Promise((resolve) => setImmediate(resolve));
  expect([shared.day.held, (await second.ask())?.stop]).toEqual([DOLLAR, 'usage_limit']);
  open();
  expect([(await running)?.stop, shared.day.held, (await second.ask())?.stop]).toEqual(['complete', 0, 'complete']);
});

test('what is set aside is given back when nobody reads to the end', async () => {
  const shared = { day: createDay() };
  const budgeted = budgetedModel(priced(), {
    clock: new ManualClock(),
    perDay: DOLLAR,
    day: shared.day,
    memory: {},
  });
  for await (const _ of budgeted.stream(modelRequest([userMessage('hi')]))) break;
  expect(shared.day.held).toBe(0);
});

test('the cost that the provider reports is what counts', async () => {
  const { ask } = setup(priced(1_000_000, undefined, 0.2 * DOLLAR), { perTurn: 0.5 * DOLLAR }, { day: createDay() });
  expect([(await ask())?.stop, (await ask())?.stop, (await ask())?.stop]).toEqual(['complete', 'complete', 'usage_limit']);
});

test('where nobody knows what other processes spend, nothing is sent, and the stop says why', async () => {
  const day: DayBudget = { hold: async () => ({ kind: 'failed', because: 'EROFS' }) };
  const sent: string[] = [];
  const model = priced(1, async () => void sent.push('request'));
  expect([await setup(model, { perDay: DOLLAR }, { day }).ask(), sent]).toEqual([
    {
      stop: 'usage_limit',
      message: 'The budget of a day cannot be held, because what other processes are spending is not known: EROFS.',
    },
    [],
  ]);
});
