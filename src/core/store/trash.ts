import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { syncFolder } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import { acquireLock } from '../lib/lock-file.ts';
import { locked, missing, unwritable } from './fs-problem.ts';
import { readMarks, writeMarks } from './marks.ts';
import { filesIn, type SessionFiles, sessionFiles, trashFolder } from './paths.ts';
import type { StoreContext } from './store-context.ts';
import { blobsNamed, removeUnusedBlobs } from './unused-blobs.ts';

/**
 * Moves the whole folder of a session to the trash, in one step. Only a session nobody writes can be moved, so its lock is taken first;
 * the lock moves along and is removed there.
 */
export async function trashSession(
  context: StoreContext,
  project: string,
  id: SessionId,
  { unlessPinned = false }: { readonly unlessPinned?: boolean } = {},
): Promise<Result<null, Problem>> {
  const { ids, paths, clock } = context.ports;
  const from = sessionFiles(paths.state, project, id);
  const to = trashed(paths.state, project, id);
  try {
    const lock = await acquireLock(from.lock, ids);
    if (lock.kind === 'busy') return err(locked(lock.holder));
    try {
      const marks = await readMarks(from.marks);
      if (unlessPinned && marks.pinned) return err(PINNED);
      await writeMarks(from.marks, { ...marks, trashedAt: clock.now() });
      await move(from, to);
    } finally {
      await lock.release();
    }
    await rm(to.lock, { force: true });
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(from.folder) : unwritable(failure, 'The session could not be moved to the trash'));
  }
}

const PINNED: Problem = { code: 'bad_request', message: 'The session is pinned.', hint: 'Unpin it first.', safe: 'Nothing was changed.' };

/** One session that is in the trash, for good. */
export async function deleteTrashed(context: StoreContext, project: string, id: SessionId): Promise<Result<null, Problem>> {
  const { folder, marks } = trashed(context.ports.paths.state, project, id);
  try {
    if ((await readMarks(marks)).pinned) return err(PINNED);
    await context.forget(project, id);
    await rm(folder, { recursive: true });
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(folder) : unwritable(failure, 'The session could not be deleted'));
  }
}

export async function restoreSession(context: StoreContext, project: string, id: SessionId): Promise<Result<null, Problem>> {
  const { state } = context.ports.paths;
  const from = trashed(state, project, id);
  const to = sessionFiles(state, project, id);
  try {
    await move(from, to);
    const { trashedAt: _, ...marks } = await readMarks(to.marks);
    await writeMarks(to.marks, marks);
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(from.folder) : unwritable(failure, 'The session could not be restored'));
  }
}

/** Deletes for good what is in the trash of the project, with the pictures and long texts that no other session has; how many sessions that were. Only ever done because a person asked. */
export async function emptyTrash(context: StoreContext, project: string): Promise<Result<number, Problem>> {
  const { paths, clock } = context.ports;
  const folder = trashFolder(paths.state, project);
  try {
    const named = await blobsNamed(folder);
    const sessions = (await readdir(folder)).flatMap((name) => sessionIdSchema.safeParse(name).data ?? []);
    for (const id of sessions) {
      await context.forget(project, id);
      await rm(join(folder, id), { recursive: true });
    }
    await removeUnusedBlobs(paths.state, named, clock.now());
    return ok(sessions.length);
  } catch (failure) {
    return errnoOf(failure) === 'ENOENT' ? ok(0) : err(unwritable(failure, 'The trash could not be emptied'));
  }
}

function trashed(state: string, project: string, id: SessionId): SessionFiles {
  return filesIn(join(trashFolder(state, project), id));
}

async function move(from: SessionFiles, to: SessionFiles): Promise<void> {
  await mkdir(dirname(to.folder), { recursive: true, mode: 0o700 });
  await rename(from.folder, to.folder);
  await Promise.all([syncFolder(dirname(from.folder)), syncFolder(dirname(to.folder))]);
}
