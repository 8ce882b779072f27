import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import { inRealFolder, makeRealFolder, removeFolders } from '../lib/held-folder.ts';
import { mapLimited } from '../lib/map-limited.ts';
import type { FileImage } from './file-image.ts';
import type { PlannedFile } from './mutate-plan.ts';

/** What a commit does to a disk. All reject with an errno. */
export interface FileWriter {
  /** With those around it that are missing. Resolves with all that were made, from the outermost. */
  makeFolder(path: string): Promise<readonly string[]>;
  write(path: string, image: FileImage): Promise<void>;
  remove(path: string): Promise<void>;
  /** What `makeFolder` made, as far as it is empty. Never rejects. */
  removeFolders(paths: readonly string[]): Promise<void>;
}

export const diskWriter: FileWriter = {
  makeFolder: (path) => makeRealFolder(path),
  write: (path, image) => inRealFolder(path, (held) => writeAtomic(held, image.bytes, { mode: image.mode, sync: false, follow: false })),
  remove: (path) => inRealFolder(path, (held) => rm(held)),
  removeFolders,
};

export interface CommitFailure {
  readonly path: string;
  readonly errno: string;
  /** Files that could not be put back as they were. */
  readonly inconsistent: readonly string[];
}

/** Files in work at one time. */
const AT_ONCE = 8;

/**
 * Writes all files or, when one fails, puts back those already written and takes away the folders made for them. New content comes before removals, so nothing is
 * ever only in memory.
 */
export async function commit(files: readonly PlannedFile[], writer: FileWriter): Promise<CommitFailure | undefined> {
  const made: string[] = [];
  const done = new Set<PlannedFile>();
  const failed = (await makeFolders(files, writer, made)) ?? (await writeAll(files, writer, done));
  if (!failed) return undefined;
  const written = files.filter((file) => done.has(file));
  const inconsistent = await rollBack(written, writer);
  await writer.removeFolders(made);
  return { ...failed, inconsistent };
}

type Failed = Omit<CommitFailure, 'inconsistent'>;

/** One after the other, so that what was made is known whatever fails. */
async function makeFolders(files: readonly PlannedFile[], writer: FileWriter, made: string[]): Promise<Failed | undefined> {
  const firsts = new Map(files.filter(({ after }) => after).map(({ path }) => [dirname(path), path]));
  for (const [folder, path] of firsts) {
    const errno = await attempt(async () => void made.push(...(await writer.makeFolder(folder))));
    if (errno !== undefined) return { path, errno };
  }
  return undefined;
}

async function writeAll(files: readonly PlannedFile[], writer: FileWriter, done: Set<PlannedFile>): Promise<Failed | undefined> {
  let failed: Failed | undefined;
  for (const batch of [files.filter((file) => file.after), files.filter((file) => !file.after)]) {
    await mapLimited(batch, AT_ONCE, async (file) => {
      if (failed) return;
      const errno = await attempt(() => (file.after ? writer.write(file.path, file.after) : writer.remove(file.path)));
      if (errno === undefined) done.add(file);
      else failed ??= { path: file.path, errno };
    });
  }
  return failed;
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
  for (const { path, before } of done.toReversed()) {
    try {
      if (before.type !== 'file') await writer.remove(path);
      else {
        await writer.makeFolder(dirname(path));
        await writer.write(path, before.image);
      }
    } catch {
      inconsistent.push(path);
    }
  }
  return inconsistent;
}
