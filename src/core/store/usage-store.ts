import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { sumOf, type UsageRecord, type UsageSum } from '../../shared/usage-report.ts';
import { appendLine } from '../lib/append-line.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Logger, Ports } from '../lib/ports.ts';
import { UsageMonth } from './usage-month.ts';

/**
 * The records of model requests, `usage/<yyyy-mm>.jsonl` in the state folder, by the month in UTC. They are only ever appended to, by any number of
 * processes. `usage/sums/<yyyy-mm>.json` is what they add up to; it is made from them again when it is missing, damaged or not of these records.
 */
export interface UsageStore {
  /** In the order of the calls. A record that cannot be written is logged and lost; no turn fails for it. */
  append(record: UsageRecord): Promise<void>;
  /** What everything recorded adds up to. Lines that a killed process tore are in no sum and counted. */
  sums(): Promise<{ readonly sums: readonly UsageSum[]; readonly unreadable: number }>;
  /** What the records from that time on cost (milliseconds since the epoch), in 1e-9 US dollars. Those without a price are left out. */
  costSince(time: number): Promise<number>;
}

export function createUsageStore({ paths, logger }: Pick<Ports, 'paths' | 'logger'>): UsageStore {
  const folder = join(paths.state, 'usage');
  const queue = new SerialQueue();
  const months = new Map<string, UsageMonth>();

  function month(name: string): UsageMonth {
    const known = months.get(name);
    if (known) return known;
    const made = new UsageMonth({ records: join(folder, `${name}.jsonl`), sums: join(folder, 'sums', `${name}.json`) });
    months.set(name, made);
    return made;
  }

  async function all(): ReturnType<UsageStore['sums']> {
    const sums: UsageSum[] = [];
    let unreadable = 0;
    const names = await monthNames(folder);
    for (const name of names) {
      const read = await month(name).read();
      for (const sum of read.rollup.sums()) sums.push(sum);
      if (read.last) sums.push(sumOf(read.last));
      unreadable += read.unreadable;
      if (name !== names.at(-1)) months.delete(name);
    }
    return { sums, unreadable };
  }

  async function costSince(time: number): Promise<number> {
    let cost = 0;
    for (const name of (await monthNames(folder)).filter((one) => one >= monthOf(time))) {
      const { rollup, last } = await month(name).read();
      const since = rollup.since(time);
      cost += since.cost + (since.cut ? await month(name).costOf(since.cut, time) : 0);
      if (last && last.time >= time) cost += last.cost ?? 0;
    }
    return cost;
  }

  return {
    append: (record) =>
      queue.run(async () => {
        try {
          await appendLine(join(folder, `${monthOf(record.time)}.jsonl`), JSON.stringify(record));
        } catch (failure) {
          logUnwritten(logger, failure);
        }
      }),
    sums: () => queue.run(all),
    costSince: (time) => queue.run(() => costSince(time)),
  };
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

function logUnwritten(logger: Logger, failure: unknown): void {
  logger.log('warn', 'a usage record could not be written', { code: errnoOf(failure) ?? String(failure) });
}

async function monthNames(folder: string): Promise<string[]> {
  try {
    const months = (await readdir(folder)).map((name) => /^(\d{4}-\d{2})\.jsonl$/.exec(name)?.[1]);
    return months.filter((name) => name !== undefined).sort();
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return [];
    throw failure;
  }
}
