import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';

const NOTES = ['plans', 'security'];

/**
 * The folders of a tree's `.steiner` that commands may write, in plan mode too. With `make` those that are missing are made. A link
 * is neither followed nor replaced, so none of them can stand for another folder.
 */
export async function noteFolders(root: string, make: boolean): Promise<readonly string[]> {
  const own = join(root, '.steiner');
  if (!(await isRealFolder(own))) return [];
  const folders = NOTES.map((name) => join(own, name));
  if (make) await Promise.all(folders.map(makeFolder));
  const real = await Promise.all(folders.map(isRealFolder));
  return folders.filter((_, index) => real[index]);
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((failure: unknown) => {
    if (errnoOf(failure) === undefined) throw failure;
  });
}

async function isRealFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}
