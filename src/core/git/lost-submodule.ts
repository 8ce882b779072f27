import { lstat, readdir, unlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { inRealFolder, makeRealFolder, removeFolders } from '../lib/held-folder.ts';
import type { Surroundings } from './inside-repository.ts';
import { type GitRunner, NO_NETWORK, runGit } from './run-git.ts';

/** Folders that are looked into for the git folder of one submodule. */
const MOST_FOLDERS = 256;

/** One entry of a tree, by its name from the folder of the submodule. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/**
 * The git folder of a submodule whose own folder is gone, with all that was in it: it lies among those of the repository around it, and says itself where the
 * submodule stood. Undefined when something stands there, or when no git folder says so.
 */
export async function lostSubmodule({ root, gitDir, runner }: Surroundings, path: string): Promise<string | undefined> {
  const folder = join(root, path);
  if (!(await isGone(folder))) return undefined;
  for await (const found of gitFolders(join(gitDir, 'modules'))) {
    const args = ['config', '--file', join(found, 'config'), '--default', '', '--get', 'core.worktree'];
    const place = (await runGit(runner, { ...within(found), args })).toString().replace(/\n$/, '');
    if (place !== '' && resolve(found, place) === folder) return found;
  }
  return undefined;
}

/** All of a tree that lies in that git folder; undefined when it has none of that name. */
export async function entriesOf(gitDir: string, runner: GitRunner, tree: string): Promise<readonly TreeEntry[] | undefined> {
  const call = within(gitDir);
  const type = await runGit(runner, { ...call, args: ['cat-file', '-t', tree] }).catch(() => undefined);
  if (type?.toString().trim() !== 'tree') return undefined;
  const output = await runGit(runner, { ...call, args: ['ls-tree', '-r', '-z', '--full-tree', tree] });
  return output.toString().split('\0').flatMap(entryOf);
}

/** Git does not begin where the working tree that the settings name is missing, so another one is named. */
function within(gitDir: string) {
  return { cwd: gitDir, env: { GIT_DIR: gitDir, GIT_WORK_TREE: gitDir, ...NO_NETWORK } };
}

function entryOf(line: string): readonly TreeEntry[] {
  const [, mode, object, path] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? [];
  return mode && object && path ? [{ mode, object, path }] : [];
}

/** Makes the folder of a submodule again, with nothing in it but the link to its git folder. Resolves with what takes both away as long as nothing was added. */
export async function standUp(folder: string, gitDir: string): Promise<() => Promise<void>> {
  const made = await makeRealFolder(folder);
  const link = join(folder, '.git');
  const takeAway = async (): Promise<void> => {
    await inRealFolder(link, unlink).catch(() => undefined);
    await removeFolders(made);
  };
  try {
    await inRealFolder(link, (held) => writeFile(held, `gitdir: ${relative(folder, gitDir)}\n`, { flag: 'wx' }));
  } catch (failure) {
    await removeFolders(made);
    throw failure;
  }
  return takeAway;
}

async function isGone(folder: string): Promise<boolean> {
  return lstat(folder).then(
    () => false,
    (failure: unknown) => errnoOf(failure) === 'ENOENT',
  );
}

/** No link is followed, and none that is inside another one is given. */
async function* gitFolders(top: string): AsyncGenerator<string> {
  const waiting = [top];
  for (let looked = 0; looked < MOST_FOLDERS; looked += 1) {
    const folder = waiting.shift();
    if (folder === undefined) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const has = (name: string): boolean => entries.some((entry) => entry.name === name && entry.isFile());
    if (has('HEAD') && has('config')) yield folder;
    else waiting.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)));
  }
}
