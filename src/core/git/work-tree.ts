import { rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { LeftFolder, LeftReason } from '../../shared/rewind.ts';
import { inRealFolder } from '../lib/held-folder.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { type GitFolderInside, gitFolderInside, type Surroundings } from './inside-repository.ts';
import { entriesOf, lostSubmodule, standUp } from './lost-submodule.ts';
import { foundName, type ObjectFormat, objectFormatOf } from './object-format.ts';
import { LINK, type LinkChange, type Place, RepositoryFiles, type TreeChange } from './repository-files.ts';
import type { GitRunner } from './run-git.ts';
import { expectFree, putBackAll, type Stamps, setAside, stampsOf } from './set-aside.ts';

export type { TreeChange } from './repository-files.ts';

/** Of repositories inside, so many are looked at; more are left alone. */
const MOST_INSIDE = 64;
const PARALLEL = 4;

export interface WorkTreeOptions extends Place {
  readonly runner: GitRunner;
}

/** What turns one tree into another, and which repositories inside it says nothing of. */
export interface Changes {
  readonly files: readonly TreeChange[];
  readonly left: readonly LeftFolder[];
}

/** What a tree and those around it have in common. */
interface Shared {
  readonly runner: GitRunner;
  /** How many more repositories may be opened. */
  room: number;
}

/**
 * The files of a working tree and of the repositories inside it, submodules or not, as git objects; see `RepositoryFiles`. Each repository keeps its own; the tree of the
 * one around it names the tree, where a commit would name a submodule. One call at a time.
 */
export class WorkTree {
  readonly #place: Place;
  readonly #shared: Shared;
  readonly #files: RepositoryFiles;
  /** Those of which the tree that was made last has the files, by their path from the root. */
  readonly #inside = new Map<string, Inside>();
  /** Repositories that are there and not kept, by their path from the root. */
  #left: ReadonlyMap<string, LeftReason> = new Map();
  #last: string | undefined;

  constructor({ runner, ...place }: WorkTreeOptions, inside?: { readonly shared: Shared; readonly format: ObjectFormat }) {
    this.#place = place;
    this.#shared = inside?.shared ?? { runner, room: MOST_INSIDE };
    this.#files = new RepositoryFiles({ ...place, runner, inside });
  }

  /** The tree of the files as they are now, byte by byte. Rejects when git refuses, or when too much changed at once; a repository inside that does is left. */
  async snapshot(): Promise<string> {
    const { names, inside } = await this.#files.look();
    const left = new Map<string, LeftReason>();
    const trees = await mapLimited(inside, PARALLEL, async (name) => {
      const found = await this.#keepInside(this.#fromRoot(name));
      if (typeof found === 'string' && found !== 'gone') left.set(this.#fromRoot(name), found);
      return typeof found === 'string' ? [] : ([[name, found.tree]] as const);
    });
    this.#left = left;
    this.#last = await this.#files.keep(names, new Map(trees.flat()));
    return this.#last;
  }

  /** What turns `from`, which is how the files are now, into `to`, within the folder. */
  async changes(from: string, to: string): Promise<Changes> {
    const { files, links } = await this.#files.changes(from, to);
    const parts = await mapLimited(links, PARALLEL, (link) => this.#changesInside(link));
    const untouched = new Set(parts.flatMap((part, index) => (part.files.length === 0 ? [links[index]?.path ?? ''] : [])));
    const free = files.filter(({ path }) => !foldersOf(path).some((folder) => untouched.has(folder)));
    return {
      files: [...free, ...parts.flatMap((part) => part.files)],
      left: distinct([...parts.flatMap((part) => part.left), ...this.#leftNow()]),
    };
  }

  /**
   * Makes the folders of submodules again that are gone now and whose files `to` has, so that they are changed like all others from here on. Resolves with what takes
   * away those that stay empty. `from` is how the files are now.
   */
  async revive(from: string, to: string): Promise<() => Promise<void>> {
    const undo: (() => Promise<void>)[] = [];
    const undoAll = async (): Promise<void> => {
      for (const one of undo.toReversed()) await one();
    };
    try {
      for (const { path, to: tree } of (await this.#files.changes(from, to)).links) {
        const lost = tree === undefined || this.#shared.room === 0 ? undefined : await lostWith(this.#surroundings, path, tree);
        if (lost) undo.push(await standUp(join(this.#place.root, path), lost.gitDir));
        const kept = lost || this.#inside.has(path) ? await this.#keepInside(path) : 'gone';
        const inside = this.#inside.get(path);
        if (tree === undefined || !inside || typeof kept === 'string') continue;
        const then = foundName(tree, inside.format);
        if (await inside.work.#files.hasTree(then)) undo.push(await inside.work.revive(kept.tree, then));
      }
    } catch (failure) {
      await undoAll();
      throw failure;
    }
    return undoAll;
  }

  /** How the files that the changes replace or remove are now. To be taken before the tree is kept that holds them. */
  stamps(changes: readonly TreeChange[]): Promise<Stamps> {
    return stampsOf(this.#place.root, replaced(changes));
  }

  /**
   * Writes the changes to the files. What it replaces must be in a tree that is kept, and as its stamp says: else it rejects with `ChangedMeanwhile`, and
   * every file is as it was. After another failure some are perhaps written. `begins` is told the folder that files are in meanwhile, before the first is touched.
   */
  async apply(changes: readonly TreeChange[], stamps: Stamps, begins?: (aside: string) => Promise<void>): Promise<void> {
    const { root } = this.#place;
    const aside = await setAside({ root, paths: replaced(changes), stamps, ...(begins ? { begins } : {}) });
    try {
      for (const { path, change } of changes) if (change === 'deleted') await this.#deleteFolders(path);
      await expectFree(
        root,
        changes.flatMap(({ path, change }) => (change === 'created' ? [path] : [])),
      );
      await this.#write(changes);
    } catch (failure) {
      await aside.restore();
      throw failure;
    }
    await aside.discard();
  }

  /** Of an `apply` that never ended, what was taken out of the way: back, where nothing is by now. */
  putBack(changes: readonly TreeChange[], aside: string): Promise<void> {
    return putBackAll(this.#place.root, replaced(changes), aside);
  }

  /** Keeps the tree that was made last, until the ref is deleted. The repositories inside come first: a ref that is there has all of them. */
  async hold(ref: string, refInside: string): Promise<void> {
    await mapLimited([...this.#inside.values()], PARALLEL, ({ work }) => work.hold(refInside, refInside));
    if (this.#last !== undefined) await this.refs(['update-ref', ref, this.#last]);
  }

  /** Reads or writes refs of the repository itself. */
  refs(args: readonly string[], input?: string): Promise<Buffer> {
    return this.#files.refs(args, input);
  }

  /** Every repository inside that is open, at any depth. */
  inside(): readonly WorkTree[] {
    return [...this.#inside.values()].flatMap(({ work }) => [work, ...work.inside()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#files.close(), ...[...this.#inside.values()].map(({ work }) => work.close())]);
  }

  /** The tree of the repository there; or why it has none. */
  async #keepInside(path: string): Promise<{ readonly tree: string } | LeftReason> {
    const found = await gitFolderInside(this.#surroundings, path);
    if (typeof found === 'string' || found.folder !== this.#inside.get(path)?.folder) await this.#forget(path);
    if (typeof found === 'string') return found;
    try {
      const inside = this.#inside.get(path) ?? (await this.#open(path, found));
      return inside ? { tree: await inside.work.snapshot() } : 'too_many';
    } catch {
      await this.#forget(path);
      return 'not_now';
    }
  }

  async #open(path: string, { gitDir, folder }: GitFolderInside): Promise<Inside | undefined> {
    const shared = this.#shared;
    if (shared.room === 0) return undefined;
    shared.room -= 1;
    const root = join(this.#place.root, path);
    const format = await objectFormatOf(shared.runner, gitDir).catch((failure: unknown) => {
      shared.room += 1;
      throw failure;
    });
    const inside = { work: new WorkTree({ runner: shared.runner, folder: root, root, gitDir }, { shared, format }), folder, format };
    this.#inside.set(path, inside);
    return inside;
  }

  /** What it was like is not known any more: it may have been made anew. */
  async #forget(path: string): Promise<void> {
    const open = this.#inside.get(path);
    if (!open) return;
    this.#inside.delete(path);
    this.#shared.room += 1;
    await open.work.close();
  }

  async #changesInside({ path, from, to }: LinkChange): Promise<Changes> {
    const leave = (reason: LeftReason): Changes => ({ files: [], left: [{ path, reason }] });
    const inside = this.#inside.get(path);
    if (to === undefined) return leave('not_then');
    if (from === undefined || !inside) return this.#shared.room === 0 ? leave('too_many') : filesOfLost(this.#surroundings, path, to);
    const [present, then] = [foundName(from, inside.format), foundName(to, inside.format)];
    if (!(await inside.work.#files.hasTree(then))) return leave('not_then');
    const { files, left } = await inside.work.changes(present, then);
    const below = <T extends { readonly path: string }>(items: readonly T[]) =>
      items.map((item) => ({ ...item, path: join(path, item.path) }));
    return { files: below(files), left: below(left) };
  }

  get #surroundings(): Surroundings {
    return { ...this.#place, runner: this.#shared.runner };
  }

  #leftNow(): readonly LeftFolder[] {
    const own = [...this.#left].map(([path, reason]) => ({ path, reason }));
    const deeper = [...this.#inside].flatMap(([path, { work }]) =>
      work.#leftNow().map((left) => ({ ...left, path: join(path, left.path) })),
    );
    return [...own, ...deeper];
  }

  /** Each to its own repository. */
  async #write(changes: readonly TreeChange[]): Promise<void> {
    const rest = new Set(changes);
    for (const [path, { work, folder }] of this.#inside) {
      const below = changes.filter((change) => change.path.startsWith(`${path}/`));
      if (below.length === 0) continue;
      const found = await gitFolderInside(this.#surroundings, path);
      if (typeof found === 'string' || found.folder !== folder) throw new Error(`the repository ${path} was moved at the same moment`);
      for (const change of below) rest.delete(change);
      await work.#write(below.map((change) => ({ ...change, path: relative(path, change.path) })));
    }
    if (rest.size > 0) await this.#files.write([...rest]);
  }

  #fromRoot(name: string): string {
    return join(relative(this.#place.root, this.#place.folder), name);
  }

  /** Those that are empty now. */
  async #deleteFolders(path: string): Promise<void> {
    const { folder, root } = this.#place;
    for (let parent = dirname(join(root, path)); parent.startsWith(`${folder}/`); parent = dirname(parent)) {
      const removed = await inRealFolder(parent, (held) => rmdir(held)).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }
}

interface Inside {
  readonly work: WorkTree;
  readonly folder: GitFolderInside['folder'];
  readonly format: ObjectFormat;
}

/** The git folder of a submodule that is gone, and what it has of a tree. */
async function lostWith(around: Surroundings, path: string, tree: string) {
  const gitDir = await lostSubmodule(around, path);
  const entries = gitDir === undefined ? undefined : await entriesOf(gitDir, around.runner, tree);
  return gitDir !== undefined && entries ? { gitDir, entries } : undefined;
}

/** What comes back with a submodule that is gone. */
async function filesOfLost(around: Surroundings, path: string, tree: string): Promise<Changes> {
  const lost = await lostWith(around, path, tree);
  if (!lost) return { files: [], left: [{ path, reason: 'gone' }] };
  const { gitDir, entries } = lost;
  const inner = { ...around, root: join(around.root, path), gitDir };
  const links = entries.filter(({ mode }) => mode === LINK);
  const parts = await mapLimited(links, PARALLEL, (link) => filesOfLost(inner, link.path, link.object));
  const files = entries.filter(({ mode }) => mode !== LINK).map((entry) => ({ ...entry, change: 'created' as const }));
  const below = <T extends { readonly path: string }>(items: readonly T[]) =>
    items.map((item) => ({ ...item, path: join(path, item.path) }));
  return { files: below([...files, ...parts.flatMap((part) => part.files)]), left: below(parts.flatMap((part) => part.left)) };
}

function replaced(changes: readonly TreeChange[]): readonly string[] {
  return changes.flatMap(({ path, change }) => (change === 'created' ? [] : [path]));
}

/** The path itself and each folder above it. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** One each; the last that is said of a folder counts. */
function distinct(left: readonly LeftFolder[]): readonly LeftFolder[] {
  return [...new Map(left.map((folder) => [folder.path, folder])).values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
