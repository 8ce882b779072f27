import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { readGitConfig } from './git-config.ts';
import { findGitPrograms } from './git-programs.ts';
import { type KeptLink, linksOfGit } from './stray-links.ts';

/** Where git keeps the repository that a folder belongs to. All paths are real. */
export interface GitFolders {
  /** Objects, refs, config and hooks. */
  readonly common: string;
  /** False where a link leads out of the tree: git can be read, and not written. */
  readonly writable: boolean;
  /** Set in a linked worktree: its own folder under `worktrees`, and the `.git` file that names it. */
  readonly linked?: { readonly folder: string; readonly pointer: string };
  /** The `.git` file of a submodule. */
  readonly pointer?: string;
  /** Folders of submodules below `common`, parents first. */
  readonly modules: readonly { readonly path: string; readonly isRepository: boolean }[];
  /** `common` already names another common folder, as no ordinary repository does. */
  readonly redirected: boolean;
  /** `.git`, and what is a link in the git folders. */
  readonly links: readonly KeptLink[];
  /** Config that is not there, and that git would read if it were. */
  readonly missingConfigs: readonly string[];
  /** In the working tree, yet run or read by git as if they were hooks or config. */
  readonly hookFolders: readonly string[];
  readonly configFiles: readonly string[];
}

/** Submodules of submodules beyond this are left alone. */
const MODULE_DEPTH = 6;

/**
 * Finds the repository of a folder, also from a subfolder.
 *
 * A `.git` file is believed only when what it names names it in return, so a pointer planted in a project cannot make some other
 * repository writable. Synchronous: it precedes each command, reads a handful of small files, and waiting for each of them costs more.
 */
export function findGitFolders(root: string, home: string): GitFolders | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const candidate = join(folder, '.git');
    const found = kindOf(candidate);
    const place = { tree: folder, home };
    if (found === 'folder') return describe(candidate, place);
    if (found === 'file') return readable(() => pointedFolders(candidate, place));
    if (found === 'link') return readable(() => linkedByName(candidate, place));
    if (dirname(folder) === folder) return undefined;
  }
}

/** A file that is missing or closed to us is no repository. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return undefined;
  }
}

interface Place {
  readonly tree: string;
  readonly home: string;
}

function linkedByName(candidate: string, place: Place): GitFolders {
  const [common, target] = [realPath(candidate), readlinkSync(candidate)];
  const git = describe(common, place);
  return { ...git, writable: common.startsWith(place.tree + sep), links: [{ path: candidate, target }, ...git.links] };
}

function pointedFolders(pointer: string, place: Place): GitFolders | undefined {
  const target = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(pointer, 'utf8'))?.[1];
  if (target === undefined) return undefined;
  const folder = realPath(resolve(dirname(pointer), target));
  return basename(dirname(folder)) === 'worktrees' ? worktreeFolders(folder, pointer, place) : submoduleFolders(folder, pointer, place);
}

function worktreeFolders(folder: string, pointer: string, place: Place): GitFolders | undefined {
  const common = realPath(resolve(folder, readFileSync(join(folder, 'commondir'), 'utf8').trim()));
  const back = realPath(resolve(folder, readFileSync(join(folder, 'gitdir'), 'utf8').trim()));
  if (common !== dirname(dirname(folder)) || back !== realPath(pointer)) return undefined;
  const git = describe(common, place);
  const own = join(folder, 'config.worktree');
  return {
    ...git,
    linked: { folder, pointer: back },
    links: [...git.links, ...linksOfGit(folder)],
    missingConfigs: [...git.missingConfigs, ...(kindOf(own) === 'missing' ? [own] : [])],
  };
}

/** A submodule's config names its working tree. */
function submoduleFolders(folder: string, pointer: string, place: Place): GitFolders | undefined {
  const entries = readGitConfig(join(folder, 'config'));
  const worktree = entries.find((entry) => entry.name === 'core.worktree')?.value;
  if (worktree === undefined || realPath(resolve(folder, worktree)) !== place.tree) return undefined;
  return { ...describe(folder, place), pointer };
}

function describe(common: string, place: Place): GitFolders {
  const [modules, redirect] = [findModules(join(common, 'modules'), MODULE_DEPTH), kindOf(join(common, 'commondir'))];
  const repositories = [common, ...modules.filter((module) => module.isRepository).map((module) => module.path)];
  const configs = repositories.flatMap((folder) => ['config', 'config.worktree'].map((name) => join(folder, name)));
  const programs = findGitPrograms({ common, ...place });
  const links = repositories.flatMap(linksOfGit);
  const missingConfigs = configs.filter((path) => kindOf(path) === 'missing');
  return { common, writable: true, modules, redirected: redirect !== 'missing', links, missingConfigs, ...programs };
}

function findModules(folder: string, depth: number): GitFolders['modules'] {
  // An error costs more than a look, and most repositories have no submodules.
  if (depth === 0 || kindOf(folder) === 'missing') return [];
  const entries = readable(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  if (entries.length === 0) return [];
  if (entries.some((entry) => entry.name === 'HEAD')) {
    return [{ path: folder, isRepository: true }, ...findModules(join(folder, 'modules'), depth - 1)];
  }
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = folders.flatMap((entry) => findModules(join(folder, entry.name), depth - 1));
  return [{ path: folder, isRepository: false }, ...below];
}

function realPath(path: string): string {
  return realpathSync.native(path);
}

function kindOf(path: string): 'folder' | 'file' | 'link' | 'missing' {
  const stats = readable(() => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return 'missing';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
}
