import { expect, test } from 'vitest';
import type { Message } from '../../shared/messages.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { collect, modelRequest, userMessage } from '../testing/provider-rig.ts';
import { BudgetHolds, type BudgetMemory } from './budget-holds.ts';
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

function setup(
  model: Model,
  limits: { perTurn?: number; perDay?: number },
  shared: { spent: number; holds: BudgetHolds; memory?: BudgetMemory },
) {
  const clock = new ManualClock();
  const { holds, memory = {} } = shared;
  const budgeted = budgetedModel(model, { clock, ...limits, spentToday: async () => shared.spent, holds, memory });
  const ask = async (text = 'hi') => {
    const events = await collect(budgeted.stream(modelRequest([{ ...userMessage('hi'), text } as Message])));
    const end = events.at(-1);
    return end?.type === 'end' ? { stop: end.stop, message: end.problem?.message } : undefined;
  };
  return { ask, clock, memory };
}

test('the first request of a turn is taken to cost as much as all its text', async () => {
  const shared = { spent: 0, holds: new BudgetHolds() };
  const { ask } = setup(priced(), { perTurn: 0.1 * DOLLAR }, shared);
  expect(await ask('x'.repeat(600_000))).toEqual({
    stop: 'usage_limit',
    message: 'The budget of $0.1000 a turn is reached: $0.0000 is spent, and the next request may cost $0.2000.',
  });
  expect([(await ask())?.stop, shared.holds.total]).toEqual(['complete', 0]);
});

test('while the provider may have the last request in its cache, the next one is taken to cost the same', async () => {
  const shared = { spent: 0, holds: new BudgetHolds(), memory: {} };
  const long = 'x'.repeat(600_000);
  await setup(priced(10_000), { perTurn: DOLLAR }, shared).ask(long);
  const next = setup(priced(10_000), { perTurn: 0.1 * DOLLAR }, shared);
  expect((await next.ask(long))?.stop).toBe('complete');
  await next.clock.advance(5 * 60_000);
  expect((await next.ask(long))?.stop).toBe('usage_limit');
});

test('sessions that run at once do not spend the same money', async () => {
  const shared = { spent: 0, holds: new BudgetHolds() };
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
  expect([shared.holds.total, (await second.ask())?.stop]).toEqual([DOLLAR, 'usage_limit']);
  open();
  expect([(await running)?.stop, shared.holds.total, (await second.ask())?.stop]).toEqual(['complete', 0, 'complete']);
});

test('what is set aside is given back when nobody reads to the end', async () => {
  const shared = { spent: 0, holds: new BudgetHolds() };
  const budgeted = budgetedModel(priced(), {
    clock: new ManualClock(),
    perDay: DOLLAR,
    spentToday: async () => 0,
    holds: shared.holds,
    memory: {},
  });
  for await (const _ of budgeted.stream(modelRequest([userMessage('hi')]))) break;
  expect(shared.holds.total).toBe(0);
});

test('the cost that the provider reports is what counts', async () => {
  const { ask } = setup(priced(1_000_000, undefined, 0.2 * DOLLAR), { perTurn: 0.5 * DOLLAR }, { spent: 0, holds: new BudgetHolds() });
  expect([(await ask())?.stop, (await ask())?.stop, (await ask())?.stop]).toEqual(['complete', 'complete', 'usage_limit']);
});
