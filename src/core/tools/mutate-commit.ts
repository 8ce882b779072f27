import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import { mapLimited } from '../lib/map-limited.ts';
import type { FileImage } from './file-image.ts';
import type { PlannedFile } from './mutate-plan.ts';
import { inRealFolder } from './real-file.ts';

/** The two things a commit does to a disk. Both reject with an errno. */
export interface FileWriter {
  write(path: string, image: FileImage): Promise<void>;
  remove(path: string): Promise<void>;
}

export const diskWriter: FileWriter = {
  write: async (path, image) => {
    await mkdir(dirname(path), { recursive: true });
    await inRealFolder(path, (held) => writeAtomic(held, image.bytes, { mode: image.mode, sync: false, follow: false }));
  },
  remove: (path) => inRealFolder(path, (held) => rm(held)),
};

export interface CommitFailure {
  readonly path: string;
  readonly errno: string;
  /** Files that could not be put back as they were. */
  readonly inconsistent: readonly string[];
}

/** Files in work at one time. */
const AT_ONCE = 8;

/** Writes all files or, when one fails, puts back those already written. New content comes before removals, so nothing is ever only in memory. */
export async function commit(files: readonly PlannedFile[], writer: FileWriter): Promise<CommitFailure | undefined> {
  const done = new Set<PlannedFile>();
  let failed: { readonly path: string; readonly errno: string } | undefined;
  for (const batch of [files.filter((file) => file.after), files.filter((file) => !file.after)]) {
    await mapLimited(batch, AT_ONCE, async (file) => {
      if (failed) return;
      const errno = await attempt(() => (file.after ? writer.write(file.path, file.after) : writer.remove(file.path)));
      if (errno === undefined) done.add(file);
      else failed ??= { path: file.path, errno };
    });
  }
  return (
    failed && {
      ...failed,
      inconsistent: await rollBack(
        files.filter((file) => done.has(file)),
        writer,
      ),
    }
  );
}

async function attempt(step: () => Promise<void>): Promise<string | undefined> {
  try {
    await step();
    return undefined;
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === undefined) throw failure;
    return errno;
  }
}

async function rollBack(done: readonly PlannedFile[], writer: FileWriter): Promise<readonly string[]> {
  const inconsistent: string[] = [];
  for (const file of done.toReversed()) {
    try {
      await (file.before.type === 'file' ? writer.write(file.path, file.before.image) : writer.remove(file.path));
    } catch {
      inconsistent.push(file.path);
    }
  }
  return inconsistent;
}
