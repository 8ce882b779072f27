import { constants, type Dirent, type Stats } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { checked, whileHeld } from '../lib/held-folder.ts';

/**
 * Opens a file for reading by a path in which every link was followed when the policy decided on it. Rejects with ELOOP when it leads elsewhere by now:
 * a command that runs beside may have put a link in the place of a folder. What is opened cannot change its place any more.
 */
export async function openReal(path: string): Promise<FileHandle> {
  // A pipe in the place of a file is not waited for.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
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
