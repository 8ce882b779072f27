import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { LeadsElsewhere, makeProjectFolder } from '../lib/project-folder.ts';
import { markOwner, OWNER_SUFFIX } from './session-sweep.ts';

/** Host folders behind `/tmp` and the cache folder of one session. */
export interface SessionFolders {
  readonly tmp: string;
  readonly cache: string;
}

/**
 * Makes them in the project's `.steiner` (never the project itself, which may have been moved away), or under `fallback` where the project cannot be written or its `.steiner` leads elsewhere.
 * Rejects when neither place can be written.
 */
export async function makeSessionFolders(project: string, fallback: string, session: string): Promise<SessionFolders> {
  try {
    const own = await makeProjectFolder(project);
    return await makeFolders(own, session);
  } catch (failure) {
    if (errnoOf(failure) === undefined && !(failure instanceof LeadsElsewhere)) throw failure;
    return makeFolders(fallback, session);
  }
}

async function makeFolders(own: string, session: string): Promise<SessionFolders> {
  const folders = { tmp: join(sessionsFolder(own), session), cache: join(own, 'home', 'cache') };
  const made = [folders.tmp, folders.cache].map(async (folder) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await realpath(folder)).startsWith((await realpath(own)) + sep)) throw new LeadsElsewhere(`${folder} leads elsewhere`);
  });
  await Promise.all(made);
  await markOwner(folders.tmp);
  return folders;
}

/** Below a project's `.steiner`, or below the fallback. */
export function sessionsFolder(own: string): string {
  return join(own, 'tmp', 'sandbox-tmp');
}

/** Removes what `makeSessionFolders` made for a session, except the cache. */
export async function removeSessionFolder(tmp: string): Promise<void> {
  await removeTree(tmp);
  await rm(tmp + OWNER_SUFFIX, { force: true }).catch(() => undefined);
}

/** Removes a folder with everything in it, also where a command took away its own right to write. Best effort. */
export async function removeTree(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(async () => {
    await unlock(folder).catch(() => undefined);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  });
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
  }
}
