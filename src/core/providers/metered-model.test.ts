import { expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { collect, modelRequest } from '../testing/provider-rig.ts';
import { type MeteredRequest, meteredModel } from './metered-model.ts';
import type { Model, StreamEnd, StreamEvent } from './provider.ts';

const START = Date.UTC(2026, 0, 1);
const USAGE = { input: 10, output: 2, cacheRead: 0, cacheWrite: 0 };
const TEXT: StreamEvent = { type: 'delta', kind: 'text', text: 'a' };
const RETRY: StreamEvent = { type: 'retry', attempt: 2, maxAttempts: 3, delay: 100, reason: 'r' };
const end = (stop: StreamEnd['stop'], rest: Partial<StreamEnd> = {}): StreamEnd => ({ type: 'end', stop, blocks: [], ...rest });

function withoutBill(event: StreamEvent): StreamEvent {
  if (event.type !== 'retry' && event.type !== 'end') return event;
  const { bill: _, ...rest } = event;
  return rest;
}

/** Each event comes 10 ms after the one before, and a wait passes at once. */
async function measure(events: readonly StreamEvent[], options: Partial<Model> & { leaveAfter?: number } = {}) {
  const { leaveAfter, ...rest } = options;
  const clock = new ManualClock();
  const model: Model = {
    info: { provider: 'p', id: 'm', scripted: false },
    async *stream() {
      for (const event of events) {
        await clock.advance(10);
        yield event;
        if (event.type === 'retry') await clock.advance(event.delay);
      }
    },
    cost: async ({ input }) => input * 7,
    ...rest,
  };
  const recorded: Promise<MeteredRequest | undefined>[] = [];
  const metered = meteredModel(model, { clock, record: (request) => recorded.push(request) });
  let seen = 0;
  if (leaveAfter === undefined) expect((await collect(metered.stream(modelRequest([])))).map(withoutBill)).toEqual(events);
  else for await (const _ of metered.stream(modelRequest([]))) if (++seen === leaveAfter) break;
  return (await Promise.all(recorded)).filter((request) => request !== undefined);
}

test('a request is measured from its start to its end, with the time to its first token', async () => {
  expect(await measure([TEXT, TEXT, end('complete', { usage: USAGE })])).toEqual([
    { time: START, stop: 'complete', duration: 30, firstToken: 10, usage: USAGE, cost: 70 },
  ]);
});

test('an attempt that is tried again is a request of its own, from the end of the wait', async () => {
  expect(await measure([TEXT, { ...RETRY, usage: USAGE }, TEXT, end('complete', { usage: USAGE })])).toEqual([
    { time: START, stop: 'error', duration: 20, firstToken: 10, usage: USAGE, cost: 70 },
    { time: START + 120, stop: 'complete', duration: 20, firstToken: 10, usage: USAGE, cost: 70 },
  ]);
});

test('attempts without answer and count are left out', async () => {
  expect(await measure([RETRY, RETRY, end('error')])).toEqual([]);
});

test('an answer that nobody counted is recorded with what is known', async () => {
  expect([await measure([TEXT, end('cancelled')]), await measure([end('complete')])]).toEqual([
    [{ time: START, stop: 'cancelled', duration: 20, firstToken: 10 }],
    [{ time: START, stop: 'complete', duration: 10 }],
  ]);
});

test('an unknown price is left out', async () => {
  expect(await measure([end('complete', { usage: USAGE })], { cost: async () => undefined })).toEqual([
    { time: START, stop: 'complete', duration: 10, usage: USAGE },
  ]);
});

test('an answer that is abandoned counts as cancelled', async () => {
  expect(await measure([TEXT, TEXT, end('complete')], { leaveAfter: 1 })).toEqual([
    { time: START, stop: 'cancelled', duration: 10, firstToken: 10 },
  ]);
});

test('a script is not measured', async () => {
  expect(await measure([end('complete', { usage: USAGE })], { info: { provider: 'demo', id: 'd', scripted: true } })).toEqual([]);
});

test('who asked is told what each request cost, and nothing of one that does not count', async () => {
  const counted = { ...RETRY, usage: USAGE };
  const events = [TEXT, counted, RETRY, TEXT, end('complete')];
  const model: Model = {
    info: { provider: 'p', id: 'm', scripted: false },
    async *stream() {
      yield* events;
    },
    cost: async ({ input }) => input * 7,
  };
  const seen = await collect(meteredModel(model, { clock: new ManualClock(), record: () => {} }).stream(modelRequest([])));
  expect(seen.flatMap((event) => (event.type === 'delta' ? [] : [[event.type, 'bill' in event && event.bill]]))).toEqual([
    ['retry', { cost: 70 }],
    ['retry', false],
    ['end', {}],
  ]);
});
