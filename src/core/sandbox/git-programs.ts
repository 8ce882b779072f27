import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { readGitConfig } from './git-config.ts';

export interface GitProgramsInput {
  readonly common: string;
  readonly tree: string;
  readonly home: string;
}

/** Files of the working tree that git treats as hooks or as config. They need not exist. */
export interface GitPrograms {
  readonly hookFolders: readonly string[];
  readonly configFiles: readonly string[];
}

const INCLUDE_DEPTH = 5;

/**
 * Follows `core.hooksPath`, `core.fsmonitor` and includes from the repository's and the person's config into the working tree.
 *
 * What they lead to there would be run outside the sandbox by the next git command of the person.
 */
export function findGitPrograms(input: GitProgramsInput): GitPrograms {
  const { common, tree, home } = input;
  const files = [join(common, 'config'), join(common, 'config.worktree'), join(home, '.gitconfig'), join(home, '.config', 'git', 'config')];
  const found = { hookFolders: new Set<string>(), configFiles: new Set<string>() };
  for (const file of files) follow(file, input, INCLUDE_DEPTH, found);
  const inTree = (path: string): boolean => path.startsWith(tree + sep) && !path.startsWith(join(tree, '.git') + sep);
  return { hookFolders: [...found.hookFolders].filter(inTree), configFiles: [...found.configFiles].filter(inTree) };
}

interface Found {
  readonly hookFolders: Set<string>;
  readonly configFiles: Set<string>;
}

function follow(file: string, input: GitProgramsInput, depth: number, found: Found): void {
  if (depth === 0) return;
  for (const { name, value } of readGitConfig(file)) {
    if (name === 'core.hookspath') found.hookFolders.add(hookFolder(expand(value, input.home, input.tree)));
    if (name === 'core.fsmonitor' && value.includes('/')) found.configFiles.add(expand(value, input.home, input.tree));
    if (name !== 'include.path' && name !== 'includeif.path') continue;
    const included = expand(value, input.home, dirname(file));
    found.configFiles.add(included);
    follow(included, input, depth - 1, found);
  }
}

/** Husky points git at a generated folder whose scripts run the ones beside it. */
function hookFolder(path: string): string {
  return basename(path) === '_' ? dirname(path) : path;
}

function expand(value: string, home: string, base: string): string {
  if (value.startsWith('~/')) return join(home, value.slice(2));
  return isAbsolute(value) ? join(value) : resolve(base, value);
}
