import { readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readGitConfig } from './git-config.ts';
import type { HashBytes } from './git-index.ts';
import { isGitFolder, kindOf, readable, realPath } from './git-kinds.ts';
import { findModules, type GitModule } from './git-modules.ts';
import { findGitPrograms } from './git-programs.ts';
import { readLine, readPlain } from './read-plain.ts';
import { type KeptLink, linksOfGit } from './stray-links.ts';

/** A linked worktree: its own folder under `worktrees`, and the `.git` file that names it. */
export interface LinkedTree {
  readonly folder: string;
  readonly pointer: string;
}

/** Where git keeps the repository that a folder belongs to. All paths are real. */
export interface GitFolders {
  /** Objects, refs, config and hooks. */
  readonly common: string;
  /** The folder whose files it keeps; of a bare repository the folder that leads to it. */
  readonly tree: string;
  /** What shows that the two belong together. A `.git` file or link that nothing confirms makes no other folder writable. */
  readonly belongs: boolean;
  readonly bare: boolean;
  readonly hashBytes: HashBytes;
  readonly linked?: LinkedTree;
  /** The `.git` file of a submodule, or of a repository that keeps its git folder apart. */
  readonly pointer?: string;
  /** Folders of submodules below `common`, parents first. */
  readonly modules: readonly GitModule[];
  /** `common` already names another common folder, as no ordinary repository does. */
  readonly redirected: boolean;
  /** `.git`, and what is a link in the git folders. */
  readonly links: readonly KeptLink[];
  /** Config that is not there, and that git would read if it were. */
  readonly missingConfigs: readonly string[];
  /** The same, wherever the repository's or the person's config says that it is. */
  readonly missingIncludes: readonly string[];
  /** Run or read by git as if they were hooks or config, wherever they lie. */
  readonly hookFolders: readonly string[];
  readonly configFiles: readonly string[];
}

/** Its index, `HEAD` and the state of a rebase are there. */
export function ownFolder({ linked, common }: GitFolders): string {
  return linked?.folder ?? common;
}

/** Git folders of one repository: its own, and those of its submodules. */
export function repositoriesOf({ common, modules }: GitFolders): readonly string[] {
  return [common, ...modules.filter((module) => module.isRepository).map((module) => module.path)];
}

/**
 * The repository that git would find in this very folder, not in one around it: by its `.git`, or the folder itself where it is a bare one.
 *
 * Synchronous: it precedes each command, reads a handful of small files, and waiting for each of them costs more.
 */
export function repositoryAt(tree: string, home: string): GitFolders | undefined {
  const candidate = join(tree, '.git');
  const place = { tree, home };
  const found = kindOf(candidate);
  if (found === 'folder' && isGitFolder(candidate)) return readable(() => describe(candidate, place));
  if (found === 'file') return readable(() => pointedFolders(candidate, place));
  if (found === 'link') return readable(() => linkedByName(candidate, place));
  return isGitFolder(tree) ? readable(() => describe(tree, place)) : undefined;
}

interface Place {
  readonly tree: string;
  readonly home: string;
}

function linkedByName(candidate: string, place: Place): GitFolders {
  const [common, target] = [realPath(candidate), readlinkSync(candidate)];
  const git = describe(common, place);
  return { ...git, belongs: false, links: [{ path: candidate, target }, ...git.links] };
}

/** What a `.git` file names, as an absolute path. */
export function pointedPath(pointer: string): string | undefined {
  const target = /^gitdir: (.+?)\r?\n?$/s.exec(readPlain(pointer).toString('utf8'))?.[1];
  return target === undefined ? undefined : resolve(dirname(pointer), target);
}

function pointedFolders(pointer: string, place: Place): GitFolders | undefined {
  const target = pointedPath(pointer);
  if (target === undefined) return undefined;
  const folder = realPath(target);
  const linked = basename(dirname(folder)) === 'worktrees' ? worktreeFolders(folder, pointer, place) : undefined;
  return linked ?? { ...describe(folder, place), belongs: treeOf(folder) === place.tree, pointer };
}

/** A worktree's folder names its `.git` file in return. */
function worktreeFolders(folder: string, pointer: string, place: Place): GitFolders | undefined {
  const common = realPath(resolve(folder, readLine(join(folder, 'commondir'))));
  const back = realPath(resolve(folder, readLine(join(folder, 'gitdir'))));
  if (common !== dirname(dirname(folder)) || back !== realPath(pointer)) return undefined;
  const git = describe(common, place);
  const own = join(folder, 'config.worktree');
  return {
    ...git,
    // Where a linked worktree has submodules, their git folders are in its own.
    modules: [...git.modules, ...findModules(join(folder, 'modules'), treeOf)],
    linked: { folder, pointer: back },
    links: [...git.links, ...linksOfGit(folder)],
    missingConfigs: [...git.missingConfigs, ...(kindOf(own) === 'missing' ? [own] : [])],
  };
}

/** The config of a submodule names its working tree. */
export function treeOf(folder: string): string | undefined {
  const worktree = readGitConfig(join(folder, 'config')).find((entry) => entry.name === 'core.worktree')?.value;
  return worktree === undefined ? undefined : readable(() => realPath(resolve(folder, worktree)));
}

function describe(common: string, place: Place): GitFolders {
  const modules = findModules(join(common, 'modules'), treeOf);
  const git = { common, tree: place.tree, modules, belongs: true };
  const repositories = [common, ...modules.filter((module) => module.isRepository).map((module) => module.path)];
  const configs = repositories.flatMap((folder) => ['config', 'config.worktree'].map((name) => join(folder, name)));
  const settings = readGitConfig(join(common, 'config'));
  const value = (name: string) => settings.findLast((setting) => setting.name === name)?.value;
  const { hookFolders, configFiles, includes } = findGitPrograms({ common, ...place, settings });
  return {
    ...git,
    hookFolders,
    configFiles,
    bare: value('core.bare') === 'true',
    hashBytes: value('extensions.objectformat') === 'sha256' ? 32 : 20,
    redirected: kindOf(join(common, 'commondir')) !== 'missing',
    links: repositories.flatMap(linksOfGit),
    missingConfigs: configs.filter((path) => kindOf(path) === 'missing'),
    missingIncludes: includes.filter((path) => kindOf(path) === 'missing'),
  };
}
