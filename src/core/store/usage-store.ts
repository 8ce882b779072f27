import { createReadStream } from 'node:fs';
import { appendFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type UsageRecord, usageRecordSchema } from '../../shared/usage-report.ts';
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
  const whole = new Set<string>();
  return {
    append: (record) =>
      queue.run(async () => {
        const file = join(folder, monthFile(record.time));
        try {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          const lineEnd = whole.has(file) || (await endsWhole(file)) ? '' : '\n';
          whole.add(file);
          await appendFile(file, `${lineEnd}${JSON.stringify(record)}\n`, { mode: 0o600 });
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

/** Whether a new line may begin: the file is missing, empty, or its last line was written whole. */
async function endsWhole(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
      return bytesRead === 0 || buffer[0] === 0x0a;
    } finally {
      await handle.close();
    }
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return true;
    throw failure;
  }
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
