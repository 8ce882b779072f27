import { constants, type Dirent, type Stats } from 'node:fs';
import { type FileHandle, open, readdir, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Opens a file for reading by a path in which every link was followed when the policy decided on it. Rejects with ELOOP when it leads elsewhere by now:
 * a command that runs beside may have put a link in the place of a folder. What is opened cannot change its place any more.
 */
export async function openReal(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  return checked(handle, path);
}

/** What is at such a path, which is not waited for when it is a pipe. */
export async function realStats(path: string): Promise<Stats> {
  const handle = await checked(await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK), path);
  return handle.stat().finally(() => handle.close());
}

/** The entries of the folder at such a path. */
export function readRealFolder(path: string): Promise<readonly Dirent[]> {
  return whileHeld(path, (held) => readdir(held, { withFileTypes: true }));
}

/**
 * Has the folder of such a path held open while its entry is made, replaced or removed, and gives the path under which that entry is reached
 * whatever happens to the names above it. Rejects with ELOOP or ENOTDIR when the folder is another one by now.
 */
export function inRealFolder<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  return whileHeld(dirname(path), (held) => use(join(held, basename(path))));
}

async function whileHeld<T>(folder: string, use: (held: string) => Promise<T>): Promise<T> {
  const handle = await checked(await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW), folder);
  return use(LINUX ? placeOf(handle) : folder).finally(() => handle.close());
}

/** Elsewhere an open file does not tell its place; there only a link as the last part is caught. */
const LINUX = process.platform === 'linux';

function placeOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

async function checked(handle: FileHandle, path: string): Promise<FileHandle> {
  if (!LINUX) return handle;
  const place = await readlink(placeOf(handle));
  // A file that was replaced just now by a newer one of that name is still the one that was asked for.
  if (place === path || place === `${path} (deleted)`) return handle;
  await handle.close();
  throw Object.assign(new Error(`${path} leads elsewhere by now`), { code: 'ELOOP' });
}
