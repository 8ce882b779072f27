import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from '../lib/ports.ts';
import { Slices } from '../lib/slices.ts';
import { filesIn } from './paths.ts';
import type { StoredLog } from './session-log.ts';
import { mayBeIn, readTextIndex, updateTextIndex } from './text-index.ts';

/** An index that is behind by less is left so: that much is searched in no time. */
const WORTH_IT = 64 * 1024;

/** The logs that may hold a text with these runs of letters, by the index beside each. One without an index may hold anything. */
export async function logsThatMayHold(
  logs: readonly StoredLog[],
  grams: readonly number[],
  signal: AbortSignal,
): Promise<readonly StoredLog[]> {
  const found: StoredLog[] = [];
  const slices = new Slices();
  for (const log of logs) {
    if (signal.aborted) break;
    if (mayBeIn(readTextIndex(indexOf(log)), sizeOf(log), grams)) found.push(log);
    if (slices.over) await slices.pause();
  }
  return found;
}

/** Brings indexes that are behind up to date, one after the other, until `signal` aborts. A log that another process writes is left to that one. */
export async function updateTextIndexes(logs: readonly StoredLog[], logger: Logger, signal: AbortSignal): Promise<void> {
  for (const log of logs) {
    if (signal.aborted) return;
    const behind = sizeOf(log) - readTextIndex(indexOf(log)).covered;
    await new Promise((resolve) => setImmediate(resolve));
    if (log.summary.readOnly || (behind >= 0 && behind < WORTH_IT)) continue;
    await updateTextIndex(indexOf(log), log.path).catch((failure: unknown) =>
      logger.log('warn', 'the text index of a session could not be written', { session: log.summary.id, error: String(failure) }),
    );
  }
}

function indexOf(log: StoredLog): string {
  return filesIn(dirname(log.path)).textIndex;
}

function sizeOf({ path }: StoredLog): number {
  try {
    return statSync(path).size;
  } catch {
    return -1;
  }
}
