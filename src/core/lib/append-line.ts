import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './errno.ts';
import { dataOnDisk, writeAll } from './file-writes.ts';

export interface AppendLineOptions {
  /** Waits until it is on the disk. */
  readonly sync?: boolean;
  /** The folder is not made: where it is gone, nothing is written. */
  readonly inFolder?: boolean;
}

/**
 * Adds one line to a file that is only ever appended to, making file (0600) and folder (0700) when they are missing. The line begins on its own, also after one that a killed
 * process or a full disk cut short; whoever reads passes over that one. Rejects with the errno of what failed; then a part of the line may be there.
 *
 * Looking at the file is synchronous: it takes some microseconds, a tenth of what it takes to have it done elsewhere. Only writing may have to wait for a disk.
 */
export async function appendLine(path: string, line: string, { sync = false, inFolder = false }: AppendLineOptions = {}): Promise<void> {
  const file = inFolder ? openToAppend(path) : await openIn(dirname(path), path);
  try {
    await writeAll(file, Buffer.from(`${endsWhole(file) ? '' : '\n'}${line}\n`));
    if (sync) await dataOnDisk(file);
  } finally {
    closeSync(file);
  }
}

function openToAppend(path: string): number {
  return openSync(path, 'a+', 0o600);
}

function endsWhole(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

/** The folder is missing once, and lines are many. */
async function openIn(folder: string, path: string): Promise<number> {
  try {
    return openToAppend(path);
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') throw failure;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return openToAppend(path);
  }
}
