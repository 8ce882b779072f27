import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { FolderListing } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';

/** More would not be read by anybody; the path can be typed. */
const MOST = 1_000;

/** The folders in a folder, for the dialog of hosts without a picker. Hidden ones are left out, links to folders are in. */
export async function browseFolder(asked: string): Promise<Result<FolderListing, Problem>> {
  if (!isAbsolute(asked))
    return err({ code: 'bad_request', message: `${asked} is not an absolute path.`, hint: 'Give a path that starts with /.' });
  try {
    const path = await realpath(asked);
    const entries = await readdir(path, { withFileTypes: true });
    const found = await Promise.all(entries.filter(isShown).map((entry) => folderOf(path, entry)));
    const folders = found.filter((folder) => folder !== undefined).sort((a, b) => a.name.localeCompare(b.name));
    const parent = dirname(path);
    return ok({ path, folders: folders.slice(0, MOST), ...(parent === path ? {} : { parent }) });
  } catch (failure) {
    return err(problemOf(asked, failure));
  }
}

function isShown(entry: Dirent): boolean {
  return !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink());
}

async function folderOf(parent: string, entry: Dirent): Promise<FolderListing['folders'][number] | undefined> {
  const path = join(parent, entry.name);
  if (entry.isSymbolicLink() && !(await isFolder(path))) return undefined;
  return { name: entry.name, path, git: await exists(join(path, '.git')) };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function problemOf(path: string, failure: unknown): Problem {
  const errno = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  switch (errno) {
    case 'ENOENT':
      return { code: 'folder_missing', message: `There is no folder ${path}.`, hint: 'Check the spelling, or pick another folder.' };
    case 'ENOTDIR':
      return { code: 'folder_not_directory', message: `${path} is not a folder.`, hint: 'Pick the folder it is in.' };
    default:
      return {
        code: 'folder_unreadable',
        message: `The folder ${path} cannot be read.`,
        hint: 'Check its permissions, or pick another folder.',
        ...(errno ? { detail: errno } : {}),
      };
  }
}
