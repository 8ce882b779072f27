import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { encodeLine } from './log-format.ts';
import type { LogContent } from './read-log.ts';

/** What was mended, and where the log ends now. */
export interface Repaired {
  readonly repaired: string | undefined;
  readonly length: number;
  readonly lines: number;
}

/**
 * Cuts a torn tail, after the whole original was copied beside the log and synced. Lines that cannot be read stay where they are; they are
 * only spoken of. Only the holder of the lock may call it. Rejects with the errno of what failed, with the original in its place.
 */
export async function repairLog(path: string, content: LogContent, now: number): Promise<Repaired> {
  const notes: string[] = [];
  let { goodBytes: length, lines } = content;
  if (content.bytes > content.goodBytes || content.headless) {
    const copy = content.bytes > 0 ? await keepOriginal(path, now) : undefined;
    const header = content.headless ? Buffer.from(encodeLine(content.header)) : Buffer.alloc(0);
    await cut(path, length, header);
    length += header.length;
    lines = Math.max(1, lines);
    if (copy) notes.push(`The last write to this session was cut short; the log as it was found is kept beside it in ${basename(copy)}.`);
  }
  if (content.skipped > 0) notes.push(skippedNote(content.skipped));
  return { repaired: notes.length > 0 ? notes.join(' ') : undefined, length, lines };
}

export function skippedNote(lines: number): string {
  const what = lines === 1 ? 'One line of the log is damaged and is' : `${lines} lines of the log are damaged and are`;
  return `${what} not shown; the log itself was left as it is.`;
}

async function keepOriginal(path: string, now: number): Promise<string> {
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '');
  for (let attempt = 0; ; attempt += 1) {
    const copy = `${path}.torn-${stamp}${attempt === 0 ? '' : `-${attempt}`}`;
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await sync(copy);
      return copy;
    } catch (failure) {
      if (errnoOf(failure) !== 'EEXIST' || attempt >= 100) throw failure;
    }
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A header is only ever written to a log that nothing is left of. */
async function cut(path: string, length: number, header: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.truncate(length);
    if (header.length > 0) await file.writeFile(header);
    await file.datasync();
  } finally {
    await file.close();
  }
}
