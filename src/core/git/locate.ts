/**
 * Where the git folders of a path are, read from disk as git itself lays them out: https://git-scm.com/docs/gitrepository-layout.
 *
 * Three small files answer this in well under a millisecond, while loading a git library and starting git takes tens: too much for what
 * stands before the first model request and repeats at every change of HEAD.
 */
import { access, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface GitLocation {
  /** Top of the working tree; a bare repository has none. */
  readonly root: string | undefined;
  /** Holds HEAD and the index of this working tree. */
  readonly gitDir: string;
  /** Holds objects, branches and configuration; differs from `gitDir` in a linked worktree. */
  readonly commonDir: string;
}

/** Looks at the path and every folder above it. All paths are absolute and real; `undefined` outside a repository. Never rejects. */
export async function locateGit(path: string): Promise<GitLocation | undefined> {
  const start = await realpath(path).catch(() => undefined);
  if (start === undefined) return undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    const found = await locateAt(folder);
    if (found || folder === dirname(folder)) return found;
  }
}

async function locateAt(folder: string): Promise<GitLocation | undefined> {
  const linked = await linkedGitDir(join(folder, '.git'));
  if (linked !== undefined && (await isGitDir(linked))) {
    return { root: folder, gitDir: linked, commonDir: await commonDirOf(linked) };
  }
  if (await isGitDir(folder)) return { root: undefined, gitDir: folder, commonDir: await commonDirOf(folder) };
  return undefined;
}

/** `.git` is the folder itself, or in linked worktrees and submodules a file that names it. */
async function linkedGitDir(dotGit: string): Promise<string | undefined> {
  try {
    if ((await stat(dotGit)).isDirectory()) return await realpath(dotGit);
    const target = /^gitdir: (.+?)\r?\n?$/.exec(await readFile(dotGit, 'utf8'))?.[1];
    return target === undefined ? undefined : await realpath(resolve(dirname(dotGit), target));
  } catch {
    return undefined;
  }
}

async function commonDirOf(gitDir: string): Promise<string> {
  try {
    const target = (await readFile(join(gitDir, 'commondir'), 'utf8')).trim();
    return await realpath(resolve(gitDir, target));
  } catch {
    return gitDir;
  }
}

/** HEAD is looked for first: most folders on the way up do not even have that. */
async function isGitDir(folder: string): Promise<boolean> {
  if (!(await exists(join(folder, 'HEAD')))) return false;
  const commonDir = await commonDirOf(folder);
  const found = await Promise.all([exists(join(commonDir, 'objects')), exists(join(commonDir, 'refs'))]);
  return found.every(Boolean);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
