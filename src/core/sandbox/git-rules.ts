import { dirname, join } from 'node:path';
import { foldersBetween } from './folders-between.ts';
import { type GitFolders, type LinkedTree, repositoriesOf } from './git-folders.ts';
import { kindOf, readable, realPath } from './git-kinds.ts';
import { isBelow } from './is-below.ts';
import type { Repositories } from './repositories.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { within } from './within.ts';

export type GitRules = Pick<SandboxPolicy, 'writable' | 'readOnly' | 'sealed' | 'forbidden' | 'absent' | 'links' | 'linkFree'>;

const NONE: GitRules = { writable: [], readOnly: [], sealed: [], forbidden: [], absent: [], links: [], linkFree: [] };

/** What else the policy says of folders in `reach`. */
interface OtherRules {
  readonly open: readonly string[];
  readonly closed: readonly string[];
}

/**
 * Git may write what commits, rebases and stashes need. What makes git run a program stays as it is. `reach` are the root and the folders that the person opened.
 *
 * A folder that is a mount of its own can not be renamed, so each one above something read-only is listed as writable: without
 * that a command could move it away and put a copy with its own hooks in its place. In what is closed none can be moved, and such a mount would open it.
 */
export function gitRules(repositories: Repositories, reach: readonly string[], { open, closed }: OtherRules): GitRules {
  const { own, others, foreignTrees, foreignPointers, housed } = repositories;
  const inReach = (path: string): boolean => reach.some((folder) => isBelow(path, folder));
  const isForeign = within(foreignTrees, reach);
  const rules = together([
    ...(own ? [own.belongs || inReach(own.common) ? rulesOf(own) : rulesAround(own)] : []),
    ...others.map((git) => (inReach(git.common) ? rulesOfOther(git, isForeign) : rulesAround(git))),
    ...housed.map(housedRules),
    { ...NONE, readOnly: [...foreignTrees, ...foreignPointers] },
  ]);
  // Elsewhere everything is read-only as it is, and a folder that is missing cannot be covered.
  const canBeWritten = (path: string): boolean => inReach(path) || rules.writable.some((folder) => isBelow(path, folder));
  const [readOnly, sealed] = [rules.readOnly.filter(canBeWritten), rules.sealed.filter(canBeWritten)];
  const isOpen = within([...reach, ...rules.writable, ...open], [...readOnly, ...sealed, ...closed]);
  const around = [...(own ? [own] : []), ...others].flatMap((git) => foldersAround(git, reach));
  const ways = new Set([...foreignTrees.flatMap((tree) => foldersBetween(reach, tree)), ...around]);
  const writable = new Set([...rules.writable, ...[...ways].filter((folder) => isOpen(folder) && isReal(folder))]);
  const absent = sealed.filter((folder) => kindOf(dirname(folder)) === 'missing');
  return { ...rules, writable: [...writable], readOnly, sealed, absent: [...new Set([...rules.absent, ...absent])] };
}

/** On the way to what git runs or reads by itself. The tree of a repository can be moved as a whole: that is seen afterwards. */
function foldersAround({ tree, hookFolders, configFiles }: GitFolders, reach: readonly string[]): readonly string[] {
  return [...hookFolders, ...configFiles].flatMap((path) => foldersBetween([tree, ...reach], path));
}

/** Not behind a link: to mount what that leads to would open it. */
function isReal(folder: string): boolean {
  return readable(() => realPath(folder)) === folder;
}

/** The git folder of the root's repository, where it is not to be written. */
export function elsewhereOf({ own }: Repositories, reach: readonly string[]): string | undefined {
  return !own || own.belongs || reach.some((folder) => isBelow(own.common, folder)) ? undefined : own.common;
}

/** Worktrees share their repository with the one around them: of each path it is said once. */
function together(rules: readonly GitRules[]): GitRules {
  const all = (pick: (rules: GitRules) => readonly string[]): readonly string[] => [...new Set(rules.flatMap(pick))];
  return {
    writable: all(({ writable }) => writable),
    readOnly: all(({ readOnly }) => readOnly),
    sealed: all(({ sealed }) => sealed),
    forbidden: all(({ forbidden }) => forbidden),
    absent: all(({ absent }) => absent),
    links: rules.flatMap(({ links }) => links),
    linkFree: all(({ linkFree }) => linkFree),
  };
}

/** Not the session's own, so what its main checkout keeps for itself is not closed to it here. In the files of somebody else it opens nothing. */
function rulesOfOther({ linked, ...git }: GitFolders, isForeign: (path: string) => boolean): GitRules {
  const rules = rulesOf(git);
  const readOnly = linked ? [...rules.readOnly, linked.pointer] : rules.readOnly;
  if (!isForeign(git.tree)) return { ...rules, readOnly };
  const isKept = (path: string): boolean => isForeign(path) || (linked !== undefined && isBelow(path, linked.folder));
  return { ...rules, readOnly, writable: rules.writable.filter((path) => !isKept(path)) };
}

function rulesOf(git: GitFolders): GitRules {
  const { common, linked } = git;
  const repositories = repositoriesOf(git);
  const redirects = repositories.map((folder) => join(folder, 'commondir'));
  return {
    writable: [common, ...git.modules.map((module) => module.path), ...(linked ? [linked.folder] : [])],
    readOnly: [
      ...repositories.flatMap((folder) => ['config', 'config.worktree', 'worktrees'].map((name) => join(folder, name))),
      ...(linked ? linkedReadOnly(common, linked) : []),
      ...(git.redirected ? [join(common, 'commondir')] : []),
      ...pointersOf(git),
      ...git.configFiles,
    ],
    sealed: [...repositories.map((folder) => join(folder, 'hooks')), ...git.hookFolders],
    forbidden: [...(git.redirected ? redirects.slice(1) : redirects), ...git.missingConfigs],
    absent: git.missingIncludes,
    links: git.links,
    linkFree: [...repositories, ...(linked ? [linked.folder] : [])],
  };
}

/** Of a repository whose git folder no command can write: what leads to it, and what it runs or reads in the tree. */
function rulesAround(git: GitFolders): GitRules {
  const links = git.links.filter(({ path }) => path === join(git.tree, '.git'));
  return { ...NONE, readOnly: [...pointersOf(git), ...git.configFiles], sealed: git.hookFolders, absent: git.missingIncludes, links };
}

function pointersOf({ pointer, linked, modules }: GitFolders): readonly string[] {
  const ofModules = modules.flatMap(({ tree }) => (tree === undefined ? [] : [join(tree, '.git')]));
  const own = [...(pointer === undefined ? [] : [pointer]), ...(linked ? [linked.pointer] : [])];
  return [...own, ...ofModules.filter((path) => kindOf(path) === 'file')];
}

/** In a linked worktree the main checkout's own state is somebody else's. */
function linkedReadOnly(common: string, linked: LinkedTree): readonly string[] {
  return [...namesOf(linked), join(common, 'HEAD'), join(common, 'index')];
}

/** The worktrees that a bare repository has in the root can be committed in; how git finds them stays as it is. */
function housedRules(linked: LinkedTree): GitRules {
  return { ...NONE, writable: [linked.folder], readOnly: [linked.pointer, ...namesOf(linked)], linkFree: [linked.folder] };
}

function namesOf({ folder }: LinkedTree): readonly string[] {
  return ['commondir', 'gitdir', 'config.worktree'].map((name) => join(folder, name));
}
