import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type UsageRecord, usageRecordSchema } from '../../shared/usage-report.ts';
import { appendLine } from '../lib/append-line.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Logger, Ports } from '../lib/ports.ts';
import { SerialQueue } from '../lib/serial-queue.ts';

/** The records of model requests, `usage/<yyyy-mm>.jsonl` in the state folder, by the month in UTC. They are only ever appended to. */
export interface UsageStore {
  /** In the order of the calls. A record that cannot be written is logged and lost; no turn fails for it. */
  append(record: UsageRecord): Promise<void>;
  /**
   * Everything recorded, month by month, or the months from that time on (milliseconds since the epoch). Lines that a killed process tore are
   * skipped and counted.
   */
  read(since?: number): Promise<{ readonly records: readonly UsageRecord[]; readonly unreadable: number }>;
}

export function createUsageStore({ paths, logger }: Pick<Ports, 'paths' | 'logger'>): UsageStore {
  const folder = join(paths.state, 'usage');
  const queue = new SerialQueue();
  return {
    append: (record) =>
      queue.run(async () => {
        try {
          await appendLine(join(folder, monthFile(record.time)), JSON.stringify(record));
        } catch (failure) {
          logUnwritten(logger, failure);
        }
      }),
    read: (since = 0) => queue.run(() => readAll(folder, monthFile(since))),
  };
}

function monthFile(time: number): string {
  return `${new Date(time).toISOString().slice(0, 7)}.jsonl`;
}

function logUnwritten(logger: Logger, failure: unknown): void {
  logger.log('warn', 'a usage record could not be written', { code: errnoOf(failure) ?? String(failure) });
}

async function readAll(folder: string, first: string): ReturnType<UsageStore['read']> {
  const records: UsageRecord[] = [];
  let unreadable = 0;
  for (const file of (await monthFiles(folder)).filter((name) => name >= first)) {
    for await (const line of createInterface({ input: createReadStream(join(folder, file)), crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = parseRecord(line);
      if (record) records.push(record);
      else if (line !== '') unreadable += 1;
    }
  }
  return { records, unreadable };
}

async function monthFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name)).sort();
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return [];
    throw failure;
  }
}

function parseRecord(line: string): UsageRecord | undefined {
  try {
    return usageRecordSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
