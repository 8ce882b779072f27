import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUsageStore } from '../src/core/store/usage-store.ts';
import { reportUsage, sumOf, type UsageRecord, usageRecordSchema } from '../src/shared/usage-report.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';

const RECORDS = 100_000;
const RUNS = 7;
const YEAR = Date.UTC(2026, 0, 1);
/** Eight hours of every day. */
const GAP = Math.floor((365 * 8 * 3_600_000) / RECORDS);

/** A year of records: what a process does that has just started, and what it does before each request with a budget, against parsing everything. */
export async function benchUsage(): Promise<readonly Row[]> {
  const state = await mkdtemp(join(tmpdir(), 'steiner-bench-usage-'));
  try {
    await writeYear(state);
    const today = YEAR + 364 * 24 * 3_600_000;
    const plain = await timed(() => parseEverything(state), RUNS);
    const first = await timed(() => start(state).sums(), 1);
    const started = await timed(async () => reportUsage((await start(state).sums()).sums, 0), RUNS);
    const startedBudget = await timed(() => start(state).costSince(today), RUNS);
    const running = start(state);
    await running.costSince(today);
    const budget = await timed(async () => {
      await running.append(recordAt(RECORDS - 1));
      return running.costSince(today);
    }, 50);
    const row = (figure: string, ours: number, share: number): Row => ({
      figure: `${RECORDS.toLocaleString('en')} usage records of a year: ${figure}`,
      unit: 'ms',
      ours,
      bare: plain,
      target: atMost(share * plain),
    });
    return [
      row('sums made anew (beside: parse everything)', first, 1.2),
      row('the whole report after a start', started, 0.2),
      row('budget check after a start', startedBudget, 0.1),
      row('one more record and budget check', budget, 0.01),
    ];
  } finally {
    await rm(state, { recursive: true });
  }
}

function start(state: string) {
  return createUsageStore({ paths: { state, config: state, cache: state }, logger: { log: () => undefined } });
}

function recordAt(index: number): UsageRecord {
  const day = Math.floor((index * GAP) / (8 * 3_600_000));
  const time = YEAR + day * 24 * 3_600_000 + ((index * GAP) % (8 * 3_600_000));
  const usage = { input: 20_000 + index, output: 300 + (index % 700), cacheRead: 18_000, cacheWrite: 500 };
  return {
    time,
    project: `/projects/${Math.floor(index / 997) % 7}`,
    session: String(Math.floor(index / 199)).padStart(32, '0'),
    provider: 'anthropic',
    model: index % 5 === 0 ? 'claude-haiku' : 'claude-opus',
    source: index % 50 === 0 ? 'compaction' : 'parent',
    stop: 'complete',
    usage,
    cost: 12_345_678 + index,
    duration: 4_000,
    firstToken: 700,
  };
}

async function writeYear(state: string): Promise<void> {
  const months = new Map<string, string[]>();
  for (let index = 0; index < RECORDS; index += 1) {
    const record = recordAt(index);
    const name = new Date(record.time).toISOString().slice(0, 7);
    const lines = months.get(name) ?? [];
    lines.push(JSON.stringify(record));
    months.set(name, lines);
  }
  await mkdir(join(state, 'usage'));
  for (const [name, lines] of months) await writeFile(join(state, 'usage', `${name}.jsonl`), `${lines.join('\n')}\n`);
}

async function parseEverything(state: string): Promise<unknown> {
  const folder = join(state, 'usage');
  const records: UsageRecord[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      if (line !== '') records.push(usageRecordSchema.parse(JSON.parse(line)));
    }
  }
  return reportUsage(records.map(sumOf), 0);
}

async function timed(work: () => Promise<unknown>, runs: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}
