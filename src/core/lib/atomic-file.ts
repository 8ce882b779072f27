import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface AtomicWriteOptions {
  /** Default 0600. */
  readonly mode?: number;
  /** False skips the sync: for files that can be made again. Readers still see the old content or the new, never a mix. */
  readonly sync?: boolean;
  /** False replaces a link at the path itself, and takes its folder to be there. */
  readonly follow?: boolean;
  /** Called when all is written, just before the file is replaced. What it rejects with leaves the file as it was. */
  readonly check?: () => Promise<void>;
}

/**
 * Replaces the file in one step, making its folder (0700) when it is missing. A link stays one, and an owner stays the owner where that is
 * allowed. Rejects with the errno of what failed; then the file is as it was. Writes to one path at once end in any order.
 */
export async function writeAtomic(path: string, data: string | Buffer, options: AtomicWriteOptions = {}): Promise<void> {
  const { follow = true } = options;
  if (follow) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const target = follow ? await realpath(path).catch(() => path) : path;
  const before = await (follow ? stat(target) : lstat(target)).catch(() => undefined);
  const fresh = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeWhole(fresh, data, { ...options, before });
    await options.check?.();
    await rename(fresh, target);
  } catch (failure) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw failure;
  }
}

/** One write may take only a part, as on a disk that is nearly full: `FileHandle.writeFile` goes on until all is written or it fails. */
async function writeWhole(
  path: string,
  data: string | Buffer,
  options: AtomicWriteOptions & { readonly before: Stats | undefined },
): Promise<void> {
  const { mode = 0o600, sync = true, before } = options;
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(data);
    await takeOver(file, mode, before);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}

/** Of the very file that was written, whatever its name leads to by now. Some file systems know neither owner nor mode; content counts for more. */
async function takeOver(file: FileHandle, mode: number, before: Stats | undefined): Promise<void> {
  if (before !== undefined) await file.chown(before.uid, before.gid).catch(() => undefined);
  await file.chmod(mode).catch(() => undefined);
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
