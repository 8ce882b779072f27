import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { openGit } from './git.ts';

/** What a sandbox has to know of a repository. Absolute; real where the path exists. */
export interface GitDirs {
  readonly gitDir: string;
  readonly commonDir: string;
  /** Where git looks for hooks, `core.hooksPath` included, so it may lie inside the working tree. May not exist. */
  readonly hooks: string;
  readonly config: string;
  /** Settings of one worktree alone; exists only where they are used. */
  readonly worktreeConfig: string;
}

/** Asks git itself, because hooks can be moved by any level of its configuration. `undefined` outside a repository. Never rejects. */
export async function gitDirs(path: string): Promise<GitDirs | undefined> {
  try {
    const git = await openGit(path);
    const answer = await git.raw([
      'rev-parse',
      '--path-format=absolute',
      '--git-dir',
      '--git-common-dir',
      '--git-path',
      'hooks',
      '--git-path',
      'config',
    ]);
    const [gitDir, commonDir, hooks, config] = await Promise.all(answer.split('\n').map(realOrSame));
    if (!gitDir || !commonDir || !hooks || !config) return undefined;
    return { gitDir, commonDir, hooks, config, worktreeConfig: join(gitDir, 'config.worktree') };
  } catch {
    return undefined;
  }
}

function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
