import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readlink, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from './errno.ts';

/*
 * Commands write in the same folders as we do, at the same moment. Here a folder is opened once, known to be the one that was meant, and everything in it is
 * reached through that, so that a link in the place of a folder above leads nowhere.
 */

/**
 * Has the folder of such a path, in which every link was followed, held open while its entry is made, replaced or removed, and gives the path under which
 * that entry is reached whatever happens to the names above it. Rejects with ELOOP or ENOTDIR when the folder is another one by now.
 */
export function inRealFolder<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  return whileHeld(dirname(path), (held) => use(join(held, basename(path))));
}

/** The same for the folder itself. */
export async function whileHeld<T>(folder: string, use: (held: string) => Promise<T>): Promise<T> {
  const handle = await openFolder(folder);
  return use(placeOf(handle, folder)).finally(() => handle.close());
}

/**
 * Makes a folder and those around it that are missing, each in the one before, so that none is ever made through a link. Resolves with those that were made, from
 * the outermost. Rejects as `inRealFolder` does, or with the errno of what failed; then none of them is left.
 */
export async function makeRealFolder(folder: string, mode?: number): Promise<readonly string[]> {
  let there = folder;
  let handle = await openIfThere(there);
  while (!handle) {
    there = dirname(there);
    handle = await openIfThere(there);
  }
  const made: string[] = [];
  try {
    while (there !== folder) {
      const next = join(there, firstPart(folder, there));
      const inside = join(placeOf(handle, there), basename(next));
      if (await makeFolder(inside, mode)) made.push(next);
      const opened = await open(inside, FOLDER);
      await handle.close();
      [there, handle] = [next, opened];
    }
    return made;
  } catch (failure) {
    await removeFolders(made);
    throw failure;
  } finally {
    await handle.close();
  }
}

/** Takes away folders that `makeRealFolder` made, as far as they are still empty. */
export async function removeFolders(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) await inRealFolder(folder, rmdir).catch(() => undefined);
}

/** Removes a folder that holds files and links only, with all of them; one that holds more keeps that. Does nothing where it is not there; rejects as `inRealFolder` does. */
export async function removeFlatFolder(folder: string): Promise<void> {
  try {
    await whileHeld(folder, async (held) => {
      for (const name of await readdir(held)) await unlink(join(held, name)).catch(() => undefined);
    });
    await inRealFolder(folder, (held) => rmdir(held));
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT' && errnoOf(failure) !== 'ENOTEMPTY') throw failure;
  }
}

/** What is open, unless another path leads to it by now than the one it was opened by. */
export async function checked(handle: FileHandle, path: string): Promise<FileHandle> {
  if (!LINUX) return handle;
  const place = await readlink(placeOf(handle, path));
  // A file that was replaced just now by a newer one of that name is still the one that was asked for.
  if (place === path || place === `${path} (deleted)`) return handle;
  await handle.close();
  throw Object.assign(new Error(`${path} leads elsewhere by now`), { code: 'ELOOP' });
}

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Elsewhere an open file does not tell its place; there only a link as the last part is caught. */
const LINUX = process.platform === 'linux';

async function openFolder(folder: string): Promise<FileHandle> {
  return checked(await open(folder, FOLDER), folder);
}

async function openIfThere(folder: string): Promise<FileHandle | undefined> {
  return openFolder(folder).catch((failure: unknown) => {
    if (errnoOf(failure) !== 'ENOENT') throw failure;
    return undefined;
  });
}

function placeOf({ fd }: FileHandle, path: string): string {
  return LINUX ? `/proc/self/fd/${fd}` : path;
}

function firstPart(folder: string, around: string): string {
  const rest = folder.slice(around.length).replace(/^\/+/, '');
  return rest.split('/')[0] ?? '';
}

/** Whether it was made; false when it was there. */
async function makeFolder(path: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (failure) {
    if (errnoOf(failure) !== 'EEXIST') throw failure;
    return false;
  }
}
