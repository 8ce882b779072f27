import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempLog, type TempLog } from '../src/core/testing/temp-log.ts';

/** Milliseconds. */
export interface Cost {
  readonly median: number;
  readonly p95: number;
}

/** `log`: one event at a time, waiting for each. `burst`: the share of each of ten events appended together. `bare`: the same bytes by write and sync alone. */
export interface LogAppendResult {
  readonly bare: Cost;
  readonly log: Cost;
  readonly burst: Cost;
}

const BURST = 10;
const WARM_UP = 50;
const TEXT = 'What a small tool call says. '.repeat(10);

/** What a kept event costs, against a bare loop of write and fdatasync on the same disk. The three take turns, so that they see the same noise. */
export async function benchLogAppend(rounds = 500): Promise<LogAppendResult> {
  const temp = await createTempLog();
  const bare = await open(join(temp.folder, 'bare'), 'a');
  const times: { readonly [K in keyof LogAppendResult]: number[] } = { bare: [], log: [], burst: [] };
  const bytes = Buffer.from(`${JSON.stringify({ id: '1', parent: '0', time: Date.now(), type: 'notice', data: eventOf() })}\n`);
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    const bareTime = await timed(async () => {
      await bare.write(bytes);
      await bare.datasync();
    });
    const logTime = await timed(() => append(temp, 1));
    const burstTime = await timed(() => append(temp, BURST));
    if (round < WARM_UP) continue;
    times.bare.push(bareTime);
    times.log.push(logTime);
    times.burst.push(burstTime / BURST);
  }
  await bare.close();
  await temp.remove();
  return { bare: costOf(times.bare), log: costOf(times.log), burst: costOf(times.burst) };
}

function eventOf() {
  return { type: 'notice', level: 'info', code: 'problem', message: TEXT } as const;
}

async function append({ log }: TempLog, count: number): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: count }, () => log.append(eventOf())));
  if (!outcomes.every((outcome) => outcome.ok)) throw new Error('an append failed');
}

async function timed(step: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}

function costOf(times: readonly number[]): Cost {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: at(sorted, 0.5), p95: at(sorted, 0.95) };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
