import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

export interface AtomicWriteOptions {
  /** Default 0600. */
  readonly mode?: number;
  /** False skips the sync: for files that can be made again. Readers still see the old content or the new, never a mix. */
  readonly sync?: boolean;
}

/** Replaces the file in one step, making its folder (0700) when it is missing. Rejects with the errno of what failed. */
export async function writeAtomic(path: string, data: string | Buffer, options: AtomicWriteOptions = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFileAtomic(path, data, { mode: options.mode ?? 0o600, fsync: options.sync ?? true });
}

/** Makes names that were added to a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
