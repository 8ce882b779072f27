import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './errno.ts';

export interface AppendLineOptions {
  /** Waits until it is on the disk. */
  readonly sync?: boolean;
  /** The folder is not made: where it is gone, nothing is written. */
  readonly inFolder?: boolean;
}

/**
 * Adds one line to a file that is only ever appended to, making file (0600) and folder (0700) when they are missing. The line begins on its own, also after one that a killed
 * process or a full disk cut short; whoever reads passes over that one. Rejects with the errno of what failed; then a part of the line may be there.
 */
export async function appendLine(path: string, line: string, { sync = false, inFolder = false }: AppendLineOptions = {}): Promise<void> {
  const file = inFolder ? await open(path, 'a+', 0o600) : await openIn(dirname(path), path);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const lead = size === 0 || last[0] === 0x0a ? '' : '\n';
    await file.writeFile(`${lead}${line}\n`);
    if (sync) await file.datasync();
  } finally {
    await file.close();
  }
}

/** The folder is missing once, and lines are many. */
async function openIn(folder: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, 'a+', 0o600);
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') throw failure;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return open(path, 'a+', 0o600);
  }
}
