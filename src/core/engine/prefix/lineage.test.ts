import { expect, test } from 'vitest';
import type { Stamped } from '../../../shared/events.ts';
import type { Usage } from '../../../shared/usage.ts';
import type { EndedLine, RequestLine, SentLine } from '../../store/request-lines.ts';
import { parseRequestLines } from '../../store/request-lines.ts';
import { lineageOf } from './lineage.ts';
import { reportOf } from './prefix-report.ts';

const MINUTE = 60_000;

function sent(number: number, messages: SentLine['messages'], rest: Partial<SentLine> = {}): SentLine {
  const from = number === 1 ? { params: '{"model":"m"}', tools: { hash: 't', bytes: 4_000 } } : { from: number - 1 };
  return {
    sent: number,
    ...from,
    run: 'r',
    time: number * MINUTE,
    model: 'p/m',
    source: 'parent',
    keeps: 5 * MINUTE,
    kept: 0,
    messages,
    ...rest,
  };
}

function ended(number: number, usage: Partial<Usage> | undefined, rest: Partial<EndedLine> = {}): EndedLine {
  const counted = usage && { input: 0, output: 1, cacheRead: 0, cacheWrite: 0, ...usage };
  return { ended: number, time: number * MINUTE, stop: 'complete', countsCache: true, ...(counted ? { usage: counted } : {}), ...rest };
}

function rows(lines: readonly RequestLine[], events: readonly Stamped[] = []) {
  return reportOf({ lineage: lineageOf([{ lines, inherited: false }]), events, unreadable: 0 }).rows;
}

const ONE = ['user', 'one', 8_000] as const satisfies SentLine['messages'][number];
const TWO = ['assistant', 'two', 4_000] as const satisfies SentLine['messages'][number];

test('after a longer pause than the provider keeps what it read, the pause is the cause', () => {
  const lines = [
    sent(1, [[...ONE]]),
    ended(1, { input: 3_000 }),
    sent(2, [[...TWO]], { kept: 1, time: 10 * MINUTE }),
    ended(2, { input: 4_000 }, { prices: { uncached: 4_000, read: 400, write: 5_000 } }),
  ];
  expect(rows(lines)[1]).toMatchObject({
    before: 1,
    cause: { kind: 'expired', idle: 9 * MINUTE, keeps: 5 * MINUTE },
    loss: { state: 'known', tokens: 3_000, unread: 3_000, cost: 2_700 },
  });
});

test('where a provider counts nothing, requests still go on from each other', () => {
  const lines = [sent(1, [[...ONE]]), ended(1, undefined), sent(2, [[...TWO]], { kept: 1 }), ended(2, undefined)];
  expect(rows(lines)[1]).toMatchObject({ before: 1, cause: { kind: 'extends' }, loss: { state: 'uncounted' } });
});

test('what was written to the cache is lost at the price of writing, the rest at that of reading anew', () => {
  const lines = [
    sent(1, [[...ONE]]),
    ended(1, { input: 3_000 }),
    sent(2, [[...TWO]], { kept: 1 }),
    ended(2, { input: 4_000, cacheWrite: 1_000 }, { prices: { uncached: 4_000, read: 400, write: 5_000 } }),
  ];
  expect(rows(lines)[1]?.loss).toMatchObject({ tokens: 3_000, cost: 1_150 + 1_800 });
});

test('less than a block, and prompts too short to be kept, are no loss', () => {
  const pair = (before: number, read: number) =>
    rows([
      sent(1, [[...ONE]]),
      ended(1, { input: before }),
      sent(2, [[...TWO]], { kept: 1 }),
      ended(2, { input: 9_000, cacheRead: read }),
    ])[1]?.loss;
  expect([pair(3_000, 2_873), pair(3_000, 2_872), pair(1_023, 0), pair(1_024, 0)].map((loss) => loss?.state)).toEqual([
    'none',
    'known',
    'none',
    'known',
  ]);
});

test('of a break, what stands before the first difference is told from what stands behind', () => {
  const lines = [
    sent(1, [[...ONE], [...TWO]]),
    ended(1, { input: 4_000 }),
    sent(2, [['assistant', 'other', 4_000]], { kept: 1 }),
    ended(2, { input: 4_000, cacheRead: 1_000 }),
  ];
  expect(rows(lines)[1]).toMatchObject({
    place: { part: 'message', message: 2, role: 'assistant' },
    cause: { kind: 'message' },
    loss: { state: 'known', tokens: 3_000, unread: 2_000 },
  });
});

test('a picture that is no longer sent is the cause', () => {
  const picture: SentLine['messages'][number] = ['user', 'picture', 900_000, 5_000];
  const lines = [sent(1, [picture]), ended(1, { input: 2_000 }), sent(2, [['user', 'instead', 90]]), ended(2, { input: 900 })];
  expect(rows(lines)[1]?.cause).toEqual({ kind: 'picture' });
});

test('of several pictures some of which were left out is the same cause', () => {
  const several = sent(1, [['user', 'two', 900_000, 5_000]]);
  const lines = [several, ended(1, { input: 2_000 }), sent(2, [['user', 'one', 450_000, 2_500]]), ended(2, { input: 900 })];
  const omit: Stamped['event'] = { type: 'pictures.omit', cause: 'limit', pictures: [], after: 900, message: 'm', hint: 'h' };
  const cause = (events: readonly Stamped[]) => rows(lines, events)[1]?.cause.kind;
  expect([cause([]), cause([{ time: 1.5 * MINUTE, event: omit }])]).toEqual(['message', 'picture']);
});

test('a compaction that was taken back goes on from what was sent before it', () => {
  const change = (type: 'compaction.undo', time: number): Stamped => ({ time, event: { type, generation: 1 } });
  const lines = [
    sent(1, [[...ONE], [...TWO]]),
    ended(1, { input: 4_000 }),
    sent(2, [['user', 'summary', 4_000]]),
    ended(2, { input: 2_000 }),
    sent(3, [[...ONE], [...TWO], ['user', 'more', 40]]),
    ended(3, { input: 4_010, cacheRead: 4_000 }),
  ];
  expect(rows(lines, [change('compaction.undo', 2.5 * MINUTE)]).map(({ before, cause }) => [before, cause.kind])).toEqual([
    [undefined, 'first'],
    [1, 'message'],
    [1, 'extends'],
  ]);
});

test('a request goes on from the last one that it holds, although another came between', () => {
  const lines = [
    sent(1, [[...ONE]]),
    ended(1, { input: 3_000 }),
    sent(2, [['user', 'summarise', 400]], { kept: 1, source: 'compaction' }),
    ended(2, { input: 3_100, cacheRead: 3_000 }),
    sent(3, [[...TWO]], { kept: 1 }),
    ended(3, { input: 4_000, cacheRead: 3_000 }),
  ];
  expect(rows(lines).map(({ before, cause }) => [before, cause.kind])).toEqual([
    [undefined, 'first'],
    [1, 'extends'],
    [1, 'extends'],
  ]);
});

test('what no provider has read is nothing to go on from', () => {
  const lines = [
    sent(1, [[...ONE]]),
    ended(1, { input: 3_000 }),
    sent(2, [[...TWO]], { kept: 1 }),
    ended(2, undefined, { stop: 'error' }),
    sent(3, [['assistant', 'other', 10]], { kept: 1 }),
  ];
  expect(rows(lines).map(({ before, state, cause }) => [before, state, cause.kind])).toEqual([
    [undefined, 'answered', 'first'],
    [1, 'failed', 'extends'],
    [1, 'open', 'extends'],
  ]);
});

test('a line that cannot be read makes those unknown that build on it, up to one that builds on none', () => {
  const whole = [sent(1, [[...ONE]]), ended(1, { input: 3_000 }), sent(2, [[...TWO]], { kept: 1 }), sent(3, [[...TWO]], { kept: 2 })];
  const again: SentLine = { ...sent(1, [[...ONE]]), sent: 4, time: 4 * MINUTE };
  const text = [...whole, again].map((line) => JSON.stringify(line));
  const { lines, unreadable } = parseRequestLines(`${[...text.slice(0, 2), text[2]?.slice(0, 30), ...text.slice(3)].join('\n')}\n`);
  expect(unreadable).toBe(1);
  expect(rows(lines).map(({ number, cause }) => [number, cause.kind])).toEqual([
    [1, 'first'],
    [2, 'unreadable'],
    [3, 'extends'],
  ]);
});

test('thousands of requests are told page by page', () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => [
    sent(index + 1, [['user', `m${index}`, 400]], { kept: index }),
    ended(index + 1, { input: 2_000 + index, cacheRead: index === 0 ? 0 : 1_999 + index }),
  ]).flat();
  const read = { lineage: lineageOf([{ lines, inherited: false }]), events: [], unreadable: 0 };
  const newest = reportOf(read);
  expect([newest.rows.length, newest.rows[0]?.number, newest.rows.at(-1)?.number, newest.earlier]).toEqual([200, 2_801, 3_000, 2_800]);
  const before = reportOf(read, { before: 101 });
  expect([before.rows.length, before.rows.at(-1)?.number, before.earlier, before.totals.requests]).toEqual([100, 100, 0, 3_000]);
});
