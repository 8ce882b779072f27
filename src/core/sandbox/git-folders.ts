import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { readGitConfig } from './git-config.ts';
import { findGitPrograms } from './git-programs.ts';
import { linksOfGit } from './stray-links.ts';

/** A symbolic link that belongs where it is. Nothing can be mounted over a link, so it is put back after a command. */
export interface KeptLink {
  readonly path: string;
  readonly target: string;
}

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
 * repository writable.
 */
export async function findGitFolders(root: string, home: string): Promise<GitFolders | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    const candidate = join(folder, '.git');
    const found = await kindOf(candidate);
    const place = { tree: folder, home };
    if (found === 'folder') return describe(candidate, place);
    if (found === 'file') return pointedFolders(candidate, place).catch(() => undefined);
    if (found === 'link') return linkedByName(candidate, place).catch(() => undefined);
    if (dirname(folder) === folder) return undefined;
  }
}

interface Place {
  readonly tree: string;
  readonly home: string;
}

async function linkedByName(candidate: string, place: Place): Promise<GitFolders> {
  const [common, target] = await Promise.all([realpath(candidate), readlink(candidate)]);
  const git = await describe(common, place);
  return { ...git, writable: common.startsWith(place.tree + sep), links: [{ path: candidate, target }, ...git.links] };
}

async function pointedFolders(pointer: string, place: Place): Promise<GitFolders | undefined> {
  const target = /^gitdir: (.+?)\r?\n?$/.exec(await readFile(pointer, 'utf8'))?.[1];
  if (target === undefined) return undefined;
  const folder = await realpath(resolve(dirname(pointer), target));
  return basename(dirname(folder)) === 'worktrees' ? worktreeFolders(folder, pointer, place) : submoduleFolders(folder, pointer, place);
}

async function worktreeFolders(folder: string, pointer: string, place: Place): Promise<GitFolders | undefined> {
  const common = await realpath(resolve(folder, (await readFile(join(folder, 'commondir'), 'utf8')).trim()));
  const back = await realpath(resolve(folder, (await readFile(join(folder, 'gitdir'), 'utf8')).trim()));
  if (common !== dirname(dirname(folder)) || back !== (await realpath(pointer))) return undefined;
  const git = await describe(common, place);
  const own = [join(folder, 'config.worktree')];
  return {
    ...git,
    linked: { folder, pointer: back },
    links: [...git.links, ...linksOfGit(folder)],
    missingConfigs: [...git.missingConfigs, ...(await findMissing(own))],
  };
}

/** A submodule's config names its working tree. */
async function submoduleFolders(folder: string, pointer: string, place: Place): Promise<GitFolders | undefined> {
  const entries = await readGitConfig(join(folder, 'config'));
  const worktree = entries.find((entry) => entry.name === 'core.worktree')?.value;
  if (worktree === undefined || (await realpath(resolve(folder, worktree))) !== place.tree) return undefined;
  return { ...(await describe(folder, place)), pointer };
}

async function describe(common: string, place: Place): Promise<GitFolders> {
  const [modules, redirect] = await Promise.all([findModules(join(common, 'modules'), MODULE_DEPTH), kindOf(join(common, 'commondir'))]);
  const repositories = [common, ...modules.filter((module) => module.isRepository).map((module) => module.path)];
  const configs = repositories.flatMap((folder) => ['config', 'config.worktree'].map((name) => join(folder, name)));
  const [missingConfigs, programs] = await Promise.all([findMissing(configs), findGitPrograms({ common, ...place })]);
  const links = repositories.flatMap(linksOfGit);
  return { common, writable: true, modules, redirected: redirect !== 'missing', links, missingConfigs, ...programs };
}

async function findMissing(paths: readonly string[]): Promise<readonly string[]> {
  const kinds = await Promise.all(paths.map(kindOf));
  return paths.filter((_, index) => kinds[index] === 'missing');
}

async function findModules(folder: string, depth: number): Promise<GitFolders['modules']> {
  const entries = depth === 0 ? [] : await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.length === 0) return [];
  if (entries.some((entry) => entry.name === 'HEAD')) {
    return [{ path: folder, isRepository: true }, ...(await findModules(join(folder, 'modules'), depth - 1))];
  }
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(folders.map((entry) => findModules(join(folder, entry.name), depth - 1)));
  return [{ path: folder, isRepository: false }, ...below.flat()];
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'link' | 'missing'> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return 'missing';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
}
