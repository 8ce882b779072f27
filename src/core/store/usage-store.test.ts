import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportUsage, sumOf, type UsageRecord } from '../../shared/usage-report.ts';
import { createUsageStore } from './usage-store.ts';

let state: string;
const logged: unknown[] = [];
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'steiner-usage-'));
  logged.length = 0;
});
afterEach(() => rm(state, { recursive: true, force: true, maxRetries: 10 }));

const store = () => createUsageStore({ paths: { state, config: state, cache: state }, logger: { log: (...entry) => logged.push(entry) } });

function record(time: number, rest: Partial<UsageRecord> = {}): UsageRecord {
  return { time, project: '/p', session: 's', provider: 'box', model: 'tiny', source: 'parent', stop: 'complete', duration: 5, ...rest };
}

/** As the store sums up records of one quarter of an hour that differ in nothing it tells apart. */
function sumFrom(start: number, ...records: readonly UsageRecord[]) {
  return { ...sumOf(record(start)), ...reportUsage(records.map(sumOf), 0).total };
}

const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59);
const DECEMBER = Date.UTC(2026, 11, 1);

const NOVEMBER_QUARTER = Date.UTC(2026, 10, 30, 23, 45);

test('records are kept by month and summed up by quarters of an hour', async () => {
  const usage = { input: 5, output: 2, cacheRead: 1, cacheWrite: 0 };
  const written = [record(NOVEMBER, { usage, cost: 12, firstToken: 1 }), record(NOVEMBER + 1), record(DECEMBER)] as const;
  const first = store();
  await Promise.all(written.map((entry) => first.append(entry)));
  expect([(await readdir(join(state, 'usage'))).sort(), await store().sums()]).toEqual([
    ['2026-11.jsonl', '2026-12.jsonl'],
    { sums: [sumFrom(NOVEMBER_QUARTER, written[0], written[1]), sumFrom(DECEMBER, written[2])], unreadable: 0 },
  ]);
});

test('what was spent since a time is exact, also in the middle of a quarter of an hour and over the end of a month', async () => {
  const one = store();
  for (const [time, cost] of [
    [NOVEMBER - 2, 1],
    [NOVEMBER - 1, 10],
    [NOVEMBER, 100],
    [DECEMBER, 1_000],
    [DECEMBER + 3_600_000, 10_000],
  ] as const) {
    await one.append(record(time, { cost }));
  }
  await one.append(record(DECEMBER + 1));
  const times = [0, NOVEMBER - 1, NOVEMBER, NOVEMBER + 1, DECEMBER, DECEMBER + 1, DECEMBER + 3_600_001];
  expect(await Promise.all(times.map((time) => one.costSince(time)))).toEqual([11_111, 11_110, 11_100, 11_000, 11_000, 10_000, 0]);
});

test('nothing was recorded yet: there is nothing', async () => {
  expect([await store().sums(), await store().costSince(0)]).toEqual([{ sums: [], unreadable: 0 }, 0]);
});

test('a line torn by a kill costs that record and no other', async () => {
  await store().append(record(NOVEMBER));
  const file = join(state, 'usage', '2026-11.jsonl');
  await writeFile(file, `${await readFile(file, 'utf8')}{"time":17`);
  const torn = await store().sums();
  await store().append(record(NOVEMBER + 1));
  const both = sumFrom(NOVEMBER_QUARTER, record(NOVEMBER), record(NOVEMBER + 1));
  expect([torn, await store().sums()]).toEqual([
    { sums: [sumFrom(NOVEMBER_QUARTER, record(NOVEMBER))], unreadable: 1 },
    { sums: [both], unreadable: 1 },
  ]);
});

test('a last line without its end counts once, before and after the end is there', async () => {
  const one = store();
  await one.append(record(NOVEMBER, { cost: 3 }));
  const file = join(state, 'usage', '2026-11.jsonl');
  await writeFile(file, (await readFile(file, 'utf8')).trimEnd());
  const before = [await one.costSince(0), (await one.sums()).sums.length];
  await one.append(record(NOVEMBER, { cost: 4 }));
  expect([before, await one.costSince(0), (await one.sums()).unreadable]).toEqual([[3, 1], 7, 0]);
});

test('lines of another shape are counted and left where they are', async () => {
  await store().append(record(NOVEMBER));
  const file = join(state, 'usage', '2026-11.jsonl');
  await writeFile(file, `${await readFile(file, 'utf8')}{"cost":-1}\n[]\n\n`);
  expect((await store().sums()).unreadable).toBe(2);
});

test('a folder that cannot be written is logged and fails nobody', async () => {
  await writeFile(join(state, 'usage'), 'a file');
  await store().append(record(NOVEMBER));
  expect(logged).toEqual([['warn', 'a usage record could not be written', { code: 'ENOTDIR' }]]);
});

test('two writers at once lose nothing', async () => {
  const [one, two] = [store(), store()];
  const costs = Array.from({ length: 40 }, (_, index) => 2 ** index);
  await Promise.all(costs.map((cost, index) => (index % 2 === 0 ? one : two).append(record(NOVEMBER + index, { cost }))));
  expect([await store().costSince(0), (await store().sums()).unreadable]).toEqual([2 ** 40 - 1, 0]);
});
