import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Repository } from './repository.ts';

/**
 * One name for a project in all its worktrees: the main checkout, or the git folder where there is none. What was allowed for the project hangs
 * on it, so a folder gets the name of a repository only when that repository knows the folder: a `.git` file may point anywhere.
 */
export async function projectKey(path: string, { root, gitDir, commonDir }: Repository): Promise<string> {
  if (root === undefined || gitDir === undefined || commonDir === undefined) return path;
  if (commonDir === join(root, '.git')) return root;
  const known = dirname(gitDir) === join(commonDir, 'worktrees') && (await listed(gitDir, join(root, '.git')));
  if (!known) return root;
  return basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
}

/** Whether the repository has the worktree with that `.git` in its list. */
async function listed(gitDir: string, dotGit: string): Promise<boolean> {
  const named = (await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => '')).trim();
  return named !== '' && (await realpath(resolve(gitDir, named)).catch(() => undefined)) === dotGit;
}
