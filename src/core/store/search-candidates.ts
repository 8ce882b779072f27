import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from '../lib/ports.ts';
import { Slices } from '../lib/slices.ts';
import type { BlobStore } from './blob-store.ts';
import { filesIn } from './paths.ts';
import type { StoredLog } from './session-log.ts';
import { mayBeIn, movedMayBeIn, readTextIndex, type Stretch, updateTextIndex } from './text-index.ts';

/** An index that is behind by less is left so: that much is searched in no time. */
const WORTH_IT = 64 * 1024;

/** A log that may hold what is looked for, and where in it lines are whose texts in blobs may. */
export interface Candidate {
  readonly log: StoredLog;
  readonly moved: readonly Stretch[];
}

/** The logs that may hold a text with these runs of letters, by the index beside each. One without an index may hold anything. */
export async function logsThatMayHold(
  logs: readonly StoredLog[],
  grams: readonly number[],
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  const slices = new Slices();
  for (const log of logs) {
    if (signal.aborted) break;
    const [index, size] = [readTextIndex(indexOf(log)), sizeOf(log)];
    if (mayBeIn(index, size, grams)) found.push({ log, moved: movedMayBeIn(index, size, grams) });
    if (slices.over) await slices.pause();
  }
  return found;
}

export interface IndexOptions {
  readonly blobs: BlobStore;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Brings indexes that are behind up to date, one after the other, until `signal` aborts. A log that another process writes is left to that one. */
export async function updateTextIndexes(logs: readonly StoredLog[], { blobs, logger, signal }: IndexOptions): Promise<void> {
  for (const log of logs) {
    if (signal.aborted) return;
    const behind = sizeOf(log) - readTextIndex(indexOf(log)).covered;
    await new Promise((resolve) => setImmediate(resolve));
    if (log.summary.readOnly || (behind >= 0 && behind < WORTH_IT)) continue;
    await updateTextIndex(indexOf(log), { path: log.path, blobs }).catch((failure: unknown) =>
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
