import { join } from 'node:path';
import type { GitFolders } from './git-folders.ts';
import type { SandboxPolicy } from './sandbox.ts';

type GitRules = Pick<SandboxPolicy, 'writable' | 'readOnly' | 'sealed' | 'forbidden' | 'links' | 'linkFree'>;

const NONE: GitRules = { writable: [], readOnly: [], sealed: [], forbidden: [], links: [], linkFree: [] };

/**
 * Git may write what commits, rebases and stashes need. What makes git run a program stays as it is.
 *
 * A folder that is a mount of its own can not be renamed, so each one above something read-only is listed as writable: without
 * that a command could move it away and put a copy with its own hooks in its place.
 */
export function gitRules(git: GitFolders | undefined): GitRules {
  if (!git) return NONE;
  const { common, linked, pointer } = git;
  const repositories = [common, ...git.modules.filter((module) => module.isRepository).map((module) => module.path)];
  const redirects = repositories.map((folder) => join(folder, 'commondir'));
  const open = [common, ...git.modules.map((module) => module.path), ...(linked ? [linked.folder] : [])];
  return {
    writable: git.writable ? open : [],
    readOnly: [
      ...repositories.flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')]),
      join(common, 'worktrees'),
      ...(linked ? linkedReadOnly(common, linked) : []),
      ...(pointer === undefined ? [] : [pointer]),
      ...(git.redirected ? [join(common, 'commondir')] : []),
      ...git.configFiles,
    ],
    sealed: [...repositories.map((folder) => join(folder, 'hooks')), ...git.hookFolders],
    forbidden: [...(git.redirected ? redirects.slice(1) : redirects), ...git.missingConfigs],
    links: git.links,
    linkFree: [...repositories, ...(linked ? [linked.folder] : [])],
  };
}

/** In a linked worktree the main checkout's own state is somebody else's. */
function linkedReadOnly(common: string, linked: NonNullable<GitFolders['linked']>): readonly string[] {
  const own = ['commondir', 'gitdir', 'config.worktree'].map((name) => join(linked.folder, name));
  return [linked.pointer, ...own, join(common, 'HEAD'), join(common, 'index')];
}
