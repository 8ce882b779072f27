import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UsageRecord } from '../../shared/usage-report.ts';
import { createUsageStore } from './usage-store.ts';

let state: string;
const logged: unknown[] = [];
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'steiner-usage-'));
  logged.length = 0;
});
afterEach(() => rm(state, { recursive: true, force: true }));

const store = () => createUsageStore({ paths: { state, config: state, cache: state }, logger: { log: (...entry) => logged.push(entry) } });

function record(time: number, rest: Partial<UsageRecord> = {}): UsageRecord {
  return { time, project: '/p', session: 's', provider: 'box', model: 'tiny', source: 'parent', stop: 'complete', duration: 5, ...rest };
}

const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59);
const DECEMBER = Date.UTC(2026, 11, 1);

test('records are kept by month and read back in order', async () => {
  const usage = { input: 5, output: 2, cacheRead: 1, cacheWrite: 0 };
  const written = [record(NOVEMBER, { usage, cost: 12, firstToken: 1 }), record(NOVEMBER + 1), record(DECEMBER)];
  const first = store();
  await Promise.all(written.map((entry) => first.append(entry)));
  expect([(await readdir(join(state, 'usage'))).sort(), await store().read()]).toEqual([
    ['2026-11.jsonl', '2026-12.jsonl'],
    { records: written, unreadable: 0 },
  ]);
});

test('nothing was recorded yet: there is nothing', async () => {
  expect(await store().read()).toEqual({ records: [], unreadable: 0 });
});

test('a line torn by a kill costs that record and no other', async () => {
  await store().append(record(NOVEMBER));
  const file = join(state, 'usage', '2026-11.jsonl');
  await writeFile(file, `${await readFile(file, 'utf8')}{"time":17`);
  await store().append(record(NOVEMBER + 1));
  expect(await store().read()).toEqual({ records: [record(NOVEMBER), record(NOVEMBER + 1)], unreadable: 1 });
});

test('lines of another shape are counted and left where they are', async () => {
  await store().append(record(NOVEMBER));
  const file = join(state, 'usage', '2026-11.jsonl');
  await writeFile(file, `${await readFile(file, 'utf8')}{"cost":-1}\n[]\n\n`);
  expect((await store().read()).unreadable).toBe(2);
});

test('a folder that cannot be written is logged and fails nobody', async () => {
  await writeFile(join(state, 'usage'), 'a file');
  await store().append(record(NOVEMBER));
  expect(logged).toEqual([['warn', 'a usage record could not be written', { code: 'ENOTDIR' }]]);
});

test('two writers at once lose nothing', async () => {
  const [one, two] = [store(), store()];
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).append(record(NOVEMBER + index))));
  const { records, unreadable } = await store().read();
  expect([records.map(({ time }) => time - NOVEMBER).sort((a, b) => a - b), unreadable]).toEqual([
    Array.from({ length: 40 }, (_, i) => i),
    0,
  ]);
});
