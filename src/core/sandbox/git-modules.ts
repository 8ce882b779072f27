import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf, readable } from './git-kinds.ts';

/** A folder below `modules`: the git folder of a submodule, or one on the way to some. */
export interface GitModule {
  readonly path: string;
  readonly isRepository: boolean;
  /** Of a repository, the working tree that its config names. */
  readonly tree?: string;
}

/** Submodules of submodules beyond this are left alone. */
const DEPTH = 12;
/** Of a repository, where no other lies. All else is looked into: a `HEAD` that was planted further out hides nothing. */
const OF_GIT = new Set(['objects', 'refs', 'logs', 'hooks', 'info', 'worktrees', 'rebase-merge', 'rebase-apply', 'sequencer']);

/** Parents first. */
export function findModules(folder: string, treeOf: (repository: string) => string | undefined, depth = DEPTH): readonly GitModule[] {
  // An error costs more than a look, and most repositories have no submodules.
  if (depth === 0 || kindOf(folder) === 'missing') return [];
  const entries = readable(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  if (entries.length === 0) return [];
  const isRepository = entries.some((entry) => entry.name === 'HEAD');
  const folders = entries.filter((entry) => entry.isDirectory() && !(isRepository && OF_GIT.has(entry.name)));
  const below = folders.flatMap((entry) => findModules(join(folder, entry.name), treeOf, depth - 1));
  const tree = isRepository ? treeOf(folder) : undefined;
  return [{ path: folder, isRepository, ...(tree === undefined ? {} : { tree }) }, ...below];
}
