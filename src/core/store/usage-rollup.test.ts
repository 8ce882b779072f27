import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportUsage, sumOf, type UsageRecord } from '../../shared/usage-report.ts';
import { bundleNodeScript } from '../testing/node-script.ts';
import { recordedUsage } from './testing/recorded-usage.ts';
import { createUsageStore } from './usage-store.ts';

let state: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'steiner-rollup-'));
});
afterEach(() => rm(state, { recursive: true, force: true, maxRetries: 10 }));

const storeIn = (folder: string) =>
  createUsageStore({ paths: { state: folder, config: folder, cache: folder }, logger: { log: () => undefined } });

const START = Date.UTC(2026, 9, 31, 12);
const DAY = 24 * 3_600_000;

/** Long names, so that a few records are enough for the sums to be written. */
const long = (name: string) => `/${name.repeat(4_000)}`;

const tokens = fc.nat(1_000_000);
const recordArbitrary: fc.Arbitrary<UsageRecord> = fc
  .record(
    {
      time: fc.integer({ min: START, max: START + 2 * DAY }),
      project: fc.constantFrom(long('a'), long('b')),
      session: fc.constantFrom('s', 't'),
      provider: fc.constantFrom('p', 'ü'),
      model: fc.constantFrom('m', 'n'),
      source: fc.constantFrom('parent', 'child', 'advisor', 'compaction'),
      stop: fc.constant('complete'),
      usage: fc.record(
        { input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens, cacheWriteHour: tokens },
        { requiredKeys: ['input', 'output', 'cacheRead', 'cacheWrite'] },
      ),
      cost: fc.nat(2_000_000_000),
      duration: fc.nat(1_000),
    },
    { requiredKeys: ['time', 'project', 'session', 'provider', 'model', 'source', 'stop', 'duration'] },
  )
  .map((record) => record);

const place = fc.nat(1_000_000);

/** What can happen to the files, by any of three processes and by bad luck. `of` is a process, `at` a place in a file. */
const stepArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('append'), of: fc.nat(2), records: fc.array(recordArbitrary, { maxLength: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('read'), of: fc.nat(2), since: fc.integer({ min: START, max: START + 2 * DAY }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart'), of: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('killed in a write'), record: recordArbitrary, at: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sums damaged'), at: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sums cut'), at: place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sums deleted') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sums of another month') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('records edited') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('records cut'), at: place }) },
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

const filesIn = async (folder: string, end: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(end)).map((name) => join(folder, name));

/** The only file that a test needs to harm is the newest: what holds for it holds for all. */
async function harm(folder: string, end: string, change: (path: string, bytes: Buffer) => Promise<void>): Promise<void> {
  const path = (await filesIn(folder, end)).sort().at(-1);
  if (path !== undefined) await change(path, await readFile(path));
}

class Machine {
  readonly #folder: string;
  readonly #stores;
  saved = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#stores = [storeIn(folder), storeIn(folder), storeIn(folder)];
  }

  async carryOut(step: Step): Promise<void> {
    const usage = join(this.#folder, 'usage');
    const sums = join(usage, 'sums');
    if ('records' in step) {
      await Promise.all(step.records.map((record, index) => this.#stores[(step.of + index) % 3]?.append(record)));
    } else if ('since' in step) {
      await this.#check(step.of, step.since);
    } else if (step.do === 'restart' && 'of' in step) {
      this.#stores[step.of] = storeIn(this.#folder);
    } else if ('record' in step) {
      const line = JSON.stringify(step.record);
      await harm(usage, '.jsonl', (path) => appendFile(path, line.slice(0, step.at % line.length)));
    } else if (step.do === 'sums damaged' && 'at' in step) {
      await harm(sums, '.json', (path, bytes) =>
        writeFile(path, bytes.with(step.at % bytes.length, (bytes[step.at % bytes.length] ?? 0) ^ 1)),
      );
    } else if (step.do === 'sums cut' && 'at' in step) {
      await harm(sums, '.json', (path, bytes) => truncate(path, step.at % bytes.length));
    } else if (step.do === 'sums deleted') {
      await rm(sums, { recursive: true, force: true, maxRetries: 10 });
    } else if (step.do === 'sums of another month') {
      const [first, second] = await filesIn(sums, '.json');
      if (first !== undefined && second !== undefined) await copyFile(first, second);
    } else {
      // A person who edits the records does so while nothing runs.
      await harm(usage, '.jsonl', (path, bytes) =>
        step.do === 'records cut' && 'at' in step ? truncate(path, step.at % bytes.length) : writeFile(path, edited(bytes)),
      );
      for (const of of [0, 1, 2]) this.#stores[of] = storeIn(this.#folder);
    }
  }

  async check(): Promise<void> {
    for (const of of [0, 1, 2]) await this.#check(of, START + DAY);
    this.saved += (await filesIn(join(this.#folder, 'usage', 'sums'), '.json')).length;
  }

  async #check(of: number, since: number): Promise<void> {
    const store = this.#stores[of];
    if (!store) throw new Error('there is no such process');
    const { records, unreadable } = await recordedUsage(this.#folder);
    const read = await store.sums();
    expect(sorted(reportUsage(read.sums, read.unreadable))).toEqual(sorted(reportUsage(records.map(sumOf), unreadable)));
    const cost = records.reduce((sum, record) => (record.time >= since ? sum + (record.cost ?? 0) : sum), 0);
    expect(await store.costSince(since)).toBe(cost);
  }
}

/** Rows that cost the same stand in the order of their records, which sums do not know. */
function sorted(report: ReturnType<typeof reportUsage>) {
  const byKey = (rows: typeof report.days) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { days, models, projects, sources } = report;
  return { ...report, days: byKey(days), models: byKey(models), projects: byKey(projects), sources: byKey(sources) };
}

/** Of the same length: the first digit of the first cost is another one. */
function edited(bytes: Buffer): string {
  return bytes.toString().replace(/"cost":(\d)/, (_, digit: string) => `"cost":${(Number(digit) % 9) + 1}`);
}

test('whatever happens to the files, and whoever reads, the sums are those of the records', { timeout: 120_000 }, async () => {
  let saved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 25 }), async (steps) => {
      const folder = await mkdtemp(join(state, 'run-'));
      const machine = new Machine(folder);
      for (const step of steps) await machine.carryOut(step);
      await machine.check();
      saved += machine.saved;
      await rm(folder, { recursive: true, maxRetries: 10 });
    }),
    { numRuns: 60 },
  );
  expect(saved).toBeGreaterThan(20);
});

test('in every time zone the days of the sums are those of the records', async () => {
  const store = storeIn(state);
  const zone = process.env.TZ;
  const minutes = Array.from({ length: 2 * 24 * 60 }, (_, minute) => START + minute * 60_000);
  for (const [index, time] of minutes.filter((_, minute) => minute % 7 === 0 || minute % 15 > 13).entries()) {
    await store.append({
      time,
      project: '/p',
      session: 's',
      provider: 'p',
      model: 'm',
      source: 'parent',
      stop: 'complete',
      duration: 1,
      cost: index,
    });
  }
  const { records } = await recordedUsage(state);
  const { sums } = await store.sums();
  try {
    for (const name of ['UTC', 'Asia/Kathmandu', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Chatham', 'America/New_York']) {
      process.env.TZ = name;
      expect([name, reportUsage(sums, 0).days]).toEqual([name, reportUsage(records.map(sumOf), 0).days]);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('several processes append and read at once, and some are killed: what they said is written is there, and the sums are those of the records', {
  timeout: 120_000,
}, async () => {
  const folder = join(state, 'script');
  await mkdir(folder);
  const script = await bundleNodeScript(new URL('./testing/usage-process.ts', import.meta.url).pathname, folder);
  const told = new Map<string, number>();
  const run = async (name: string, killAfter: number) => {
    const running = script.start(state, name, '150');
    for await (const line of running.lines) {
      told.set(name, Number(line));
      if (Number(line) === killAfter) running.kill();
    }
    await running.exited;
  };
  await Promise.all([run('one', 151), run('two', 40), run('three', 90), run('four', 120)]);
  const { records, unreadable } = await recordedUsage(state);
  for (const [name, last] of told) {
    const numbers = records.filter(({ model }) => model === name).map(({ duration }) => duration);
    expect([name, numbers.slice(0, last + 1)]).toEqual([name, Array.from({ length: last + 1 }, (_, number) => number)]);
  }
  const read = await storeIn(state).sums();
  expect([told.get('one'), sorted(reportUsage(read.sums, read.unreadable))]).toEqual([
    149,
    sorted(reportUsage(records.map(sumOf), unreadable)),
  ]);
});
