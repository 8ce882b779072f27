import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type GitFolders, type LinkedTree, ownFolder, repositoryAt } from './git-folders.ts';
import type { ReadGitlinks } from './git-index.ts';
import { kindOf, readable, realPath } from './git-kinds.ts';
import { isBelow } from './is-below.ts';
import { nestedIn } from './nested.ts';
import { readLine } from './read-plain.ts';

/** Every repository that commands of a session could have a part in. */
export interface Repositories {
  /** The one that the root belongs to. */
  readonly own?: GitFolders;
  /** Those around it, those in the tree (submodules apart), and those in folders that the person opened. */
  readonly others: readonly GitFolders[];
  /** Folders where git of the person may come to look for a repository, whether there is one now or not. */
  readonly places: readonly string[];
  /** Other worktrees of these repositories that lie in the root: somebody else's files. */
  readonly foreignTrees: readonly string[];
  /** Their `.git` files, and those of worktrees in folders that the person opened. */
  readonly foreignPointers: readonly string[];
  /** Worktrees of a bare repository that the root leads to; the root has no files beside theirs. */
  readonly housed: readonly LinkedTree[];
}

export interface RepositoriesInput {
  /** Real path of the tree the session works in. */
  readonly root: string;
  /** Folders that the person opened for writing beside it. */
  readonly opened: readonly string[];
  readonly home: string;
  readonly gitlinks: ReadGitlinks;
}

export const NO_REPOSITORIES: Repositories = { others: [], places: [], foreignTrees: [], foreignPointers: [], housed: [] };

/**
 * Finds the repositories of a session by what names them: the folders around the root, submodules, gitlinks in an index, opened folders,
 * worktrees; and those directly in the root or an opened folder. The tree is not searched, so one further in that nothing names is not among them.
 */
export function findRepositories(input: RepositoriesInput): Repositories {
  const { root, home } = input;
  const opened = input.opened.flatMap((path) => readable(() => realPath(path)) ?? []);
  const [own, ...around] = foldersAbove(root).flatMap((folder) => repositoryAt(folder, home) ?? []);
  const tops = [...opened, ...[root, ...opened].flatMap(nestedIn)];
  const places = new Set([root, ...tops]);
  const found = new Map<string, GitFolders>();
  const open = [...(own ? [own] : []), ...around, ...tops.flatMap((folder) => repositoryAt(folder, home) ?? [])];
  for (let git = open.pop(); git; git = open.pop()) {
    if (found.has(ownFolder(git))) continue;
    found.set(ownFolder(git), git);
    for (const place of placesIn(git, input.gitlinks)) {
      if (places.has(place) || ![root, ...opened].some((folder) => isBelow(place, folder))) continue;
      places.add(place);
      const inner = repositoryAt(place, home);
      if (inner) open.push(inner);
    }
  }
  if (!own) return { ...NO_REPOSITORIES, others: [...found.values()], places: [...places] };
  found.delete(ownFolder(own));
  const trees = treesOf([own, ...found.values()], own, { root, opened });
  const pointers = [...trees.foreignPointers, ...trees.housed.map(({ pointer }) => pointer)];
  return { own, others: [...found.values()], places: [...places, ...pointers.map((pointer) => dirname(pointer))], ...trees };
}

/** From the root outwards. */
function foldersAbove(root: string): readonly string[] {
  const folders = [root];
  for (let folder = root; dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder));
  return folders;
}

/** Where a repository says that others are: real paths. */
export function placesIn(git: GitFolders, gitlinks: ReadGitlinks): readonly string[] {
  const links = gitlinks(join(ownFolder(git), 'index'), git.hashBytes).filter((link) => typeof link === 'string');
  const named = [...links.map((link) => join(git.tree, link)), ...git.modules.flatMap(({ tree }) => tree ?? [])];
  return named.flatMap((place) => readable(() => realPath(place)) ?? []);
}

type Trees = Pick<Repositories, 'foreignTrees' | 'foreignPointers' | 'housed'>;

function treesOf(all: readonly GitFolders[], own: GitFolders, reach: Pick<RepositoriesInput, 'root' | 'opened'>): Trees {
  const { root, opened } = reach;
  const inReach = (path: string): boolean => [root, ...opened].some((folder) => isBelow(path, folder) && path !== root);
  const housed = isHouse(own) ? worktreesOf(own.common).filter(({ pointer }) => inReach(pointer)) : [];
  const others = all.filter((git) => git !== own || housed.length === 0).flatMap(foreignTo);
  const steiners = join(root, '.steiner');
  const foreign = others.filter((tree) => inReach(tree) && !isBelow(root, tree) && !isBelow(tree, steiners));
  const isOpened = (tree: string): boolean => opened.some((folder) => isBelow(tree, folder) && !isBelow(root, folder));
  return {
    housed,
    foreignTrees: foreign.filter((tree) => !isOpened(tree)),
    foreignPointers: foreign.map((tree) => join(tree, '.git')).filter((pointer) => kindOf(pointer) === 'file'),
  };
}

function isHouse({ bare, linked }: GitFolders): boolean {
  return bare && linked === undefined;
}

function foreignTo(git: GitFolders): readonly string[] {
  const main = git.linked && !git.bare && basename(git.common) === '.git' ? [dirname(git.common)] : [];
  const linked = worktreesOf(git.common).filter(({ folder }) => folder !== git.linked?.folder);
  return [...main, ...linked.map(({ pointer }) => dirname(pointer))];
}

/** Linked worktrees that are there. */
function worktreesOf(common: string): readonly LinkedTree[] {
  const parent = join(common, 'worktrees');
  if (kindOf(parent) !== 'folder') return [];
  const folders = (readable(() => readdirSync(parent)) ?? []).map((name) => join(parent, name));
  return folders.flatMap((folder) => {
    const pointer = readable(() => realPath(resolve(folder, readLine(join(folder, 'gitdir')))));
    return pointer === undefined ? [] : [{ folder, pointer }];
  });
}
