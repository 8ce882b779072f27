import { join } from 'node:path';
import { type Entrance, entranceOf, folderStamp } from './entrance.ts';
import { tameFolder, tameMoved, tameRepository, tameWorktrees } from './fresh-repository.ts';
import { type GitFolders, ownFolder, repositoriesOf, repositoryAt, treeOf } from './git-folders.ts';
import type { ReadGitlinks } from './git-index.ts';
import { kindOf, readable, realPath } from './git-kinds.ts';
import { findModules } from './git-modules.ts';
import { placeAt } from './held.ts';
import { isBelow } from './is-below.ts';
import { nestedIn } from './nested.ts';
import { block, blockIn } from './quiet-config.ts';
import { placesIn, type Repositories } from './repositories.ts';
import { quietSequencer, type Waiting, waitingIn } from './sequencer.ts';

/** The repositories of a session as they were before a command, to tell afterwards what it made or moved. */
export interface RepositoryWatch {
  /** Where commands can write: real paths. */
  readonly reach: readonly string[];
  /** The root and the folders that the person opened. */
  readonly tops: readonly string[];
  /** What was found in each of `Repositories.places`. */
  readonly places: readonly { readonly path: string; readonly found: Entrance | undefined }[];
  readonly repositories: readonly GitFolders[];
  /** Stamps of their git folders. */
  readonly guarded: ReadonlySet<string>;
  /** Of these, common folders that had no worktrees. */
  readonly withoutWorktrees: readonly string[];
  readonly waiting: readonly Waiting[];
}

/**
 * `open` are the root and the folders that the person opened. Synchronous, and for an ordinary repository a handful of looks: it comes before each command.
 */
export function watchRepositories({ own, others, places, housed }: Repositories, open: readonly string[]): RepositoryWatch {
  const real = open.flatMap((path) => readable(() => realPath(path)) ?? []);
  const reach = [...real, ...(own?.belongs ? [own.common, ownFolder(own)] : [])];
  const repositories = [...(own ? [own] : []), ...others].filter(({ common }) => reach.some((folder) => isBelow(common, folder)));
  const commons = repositories.flatMap(repositoriesOf);
  const folders = new Set([...commons, ...repositories.map(ownFolder), ...housed.map(({ folder }) => folder)]);
  return {
    reach,
    tops: real,
    guarded: new Set([...folders].flatMap((folder) => folderStamp(folder) ?? [])),
    places: places.map((path) => ({ path, found: entranceOf(path) })),
    repositories,
    withoutWorktrees: commons.filter((common) => kindOf(join(common, 'worktrees')) === 'missing'),
    waiting: [...folders].map(waitingIn),
  };
}

/**
 * After a command: what it made, moved or changed where git of the person would look for a repository is made harmless. Git folders that were guarded while it ran are
 * known by their number and left alone. Returns the paths that were changed. `home` is the person's.
 */
export function settleRepositories(watch: RepositoryWatch, home: string, gitlinks: ReadGitlinks): readonly string[] {
  const isOpen = (path: string): boolean => watch.reach.some((folder) => isBelow(path, folder));
  const before = new Map(watch.places.map(({ path, found }) => [path, found]));
  const changed: string[] = [];
  const named = watch.repositories.flatMap((git) => placesIn(git, gitlinks));
  const open = [...before.keys(), ...named, ...watch.tops.flatMap(nestedIn)].filter(isOpen);
  const seen = new Set<string>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const found = entranceOf(place);
    if (!found || isSame(found, before.get(place), isOpen)) continue;
    changed.push(...tameEntrance(place, found, { isOpen, guarded: watch.guarded }));
    const made = repositoryAt(place, home);
    if (!made) continue;
    changed.push(...blockUnreadable(made, gitlinks));
    open.push(...placesIn(made, gitlinks).filter(isOpen));
  }
  for (const git of watch.repositories) changed.push(...tameNewModules(git, isOpen), ...blockUnreadable(git, gitlinks));
  return [...changed, ...watch.withoutWorktrees.flatMap(tameWorktrees), ...watch.waiting.flatMap(quietSequencer)];
}

interface Bounds {
  readonly isOpen: (path: string) => boolean;
  readonly guarded: ReadonlySet<string>;
}

/** What no command can write is the person's own, whatever became of it. */
function isSame(now: Entrance, before: Entrance | undefined, isOpen: Bounds['isOpen']): boolean {
  if (!before || now.entryStamp !== before.entryStamp) return false;
  return now.gitStamp === before.gitStamp || now.git === undefined || !isOpen(now.git);
}

/** A new way to a git folder that is somebody else's lets its settings loose on files of the command, so it is closed; a submodule names the place itself. */
function tameEntrance(place: string, found: Entrance, { isOpen, guarded }: Bounds): readonly string[] {
  const { entry, git } = found;
  if (git === undefined || !isOpen(git)) return block(placeAt(entry));
  if (!guarded.has(found.gitStamp ?? '')) return tameRepository(git, isOpen);
  if (kindOf(entry) === 'folder') return tameMoved(git, isOpen);
  return treeOf(git) === place ? [] : block(placeAt(entry));
}

function tameNewModules({ common, modules }: GitFolders, isOpen: (path: string) => boolean): readonly string[] {
  const known = new Set(modules.filter(({ isRepository }) => isRepository).map(({ path }) => path));
  const now = findModules(join(common, 'modules'), () => undefined).filter(({ isRepository }) => isRepository);
  return now.flatMap(({ path }) => (known.has(path) ? [] : tameFolder(path, isOpen)));
}

/** A name that is no UTF-8 cannot be guarded while a command runs, so a repository under it is none afterwards. */
function blockUnreadable(git: GitFolders, gitlinks: ReadGitlinks): readonly string[] {
  const names = gitlinks(join(ownFolder(git), 'index'), git.hashBytes).filter((link) => typeof link !== 'string');
  return names.flatMap((name) => blockIn(Buffer.concat([Buffer.from(`${git.tree}/`), name])));
}
