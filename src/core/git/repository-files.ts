import { constants } from 'node:fs';
import { access, lstat, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { makeTempFolder } from '../lib/temp-folder.ts';
import { heldName, type ObjectFormat, objectFormatOf } from './object-format.ts';
import { copyIndex, ownGitFolder } from './own-git-folder.ts';
import { RawFiles } from './raw-files.ts';
import { type GitRunner, NO_NETWORK, runGit } from './run-git.ts';

/** Larger files are left as they are, by a checkpoint and by a rewind. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** A change of more files or bytes than this at once is no work of a turn; it is not worth the time and the disk. */
const MAX_FILES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;

const PARALLEL = 32;
/** The mode of a repository inside another one. */
export const LINK = '160000';

/** One file that differs between two trees. `path` counts from the root of the working tree. */
export interface TreeChange {
  readonly path: string;
  readonly change: 'created' | 'modified' | 'deleted';
  readonly mode: string;
  readonly object: string;
}

/** A repository inside that two trees know with different files, by names as they hold them. A tree that does not know it has no object of it. */
export interface LinkChange {
  readonly path: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface Place {
  /** The folder that is looked at, absolute; the whole working tree or a part of it. */
  readonly folder: string;
  /** Top of the working tree. */
  readonly root: string;
  /** Holds the index of this working tree. */
  readonly gitDir: string;
}

export interface RepositoryFilesOptions extends Place {
  readonly runner: GitRunner;
  /** Of a repository inside, how it names its objects. A command may have made it: nothing else that its settings say is done. */
  readonly inside?: { readonly format: ObjectFormat } | undefined;
}

/**
 * The files of one repository as git objects, through an index of its own: the person's index, HEAD and branches are never written. The index begins as
 * a copy, so that only what changed since is read; it is kept for the life of this object. Ignored files are left out. A repository inside has its
 * place in the tree, where a tree of its own objects is named; nothing of it is read here. One call at a time.
 */
export class RepositoryFiles {
  readonly #options: RepositoryFilesOptions;
  readonly #raw: RawFiles;
  #home: Promise<Home> | undefined;
  #tree: string | undefined;
  /** The trees of the repositories inside that the index names, by their names from `folder`. */
  #links: ReadonlyMap<string, string> | undefined;

  constructor(options: RepositoryFilesOptions) {
    this.#options = options;
    const { root, folder } = options;
    this.#raw = new RawFiles({ root, folder, sizeOf, git: (cwd, args, input) => this.#git(cwd, args, input) });
  }

  /** What changed since the last time, and where repositories inside may be. Both are named from `folder`. */
  async look(): Promise<{ readonly names: readonly string[]; readonly inside: readonly string[] }> {
    const { folder } = this.#options;
    const known = this.#links ? [...this.#links.keys()] : await this.#takeLinksOut();
    await this.#raw.begin();
    const listed = split(await this.#git(folder, ['ls-files', '-z', '--modified', '--others', '--exclude-standard']));
    const folders = listed.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1));
    return { names: [...new Set(listed)].filter((name) => !name.endsWith('/')), inside: [...new Set([...known, ...folders])] };
  }

  /**
   * The tree of the files as they are now, byte by byte: of `names`, which are those that changed, and with the trees of the repositories inside. Rejects when
   * git refuses, or when too much changed at once.
   */
  async keep(names: readonly string[], inside: ReadonlyMap<string, string>): Promise<string> {
    const { folder } = this.#options;
    if (names.length > MAX_FILES) throw new Error(`more than ${MAX_FILES} files changed`);
    const linked = await this.#link(inside);
    const paths = await this.#raw.plain(await this.#keepable(names));
    const changed = (await this.#raw.keep()) || linked;
    if (paths.length === 0 && !changed && this.#tree !== undefined) return this.#tree;
    this.#tree = undefined;
    if (paths.length > 0)
      await this.#git(folder, ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], `${paths.join('\0')}\0`);
    this.#tree = (await this.#git(folder, ['write-tree', '--missing-ok'])).toString().trim();
    return this.#tree;
  }

  /** What turns `from` into `to`, within the folder. */
  async changes(from: string, to: string): Promise<{ readonly files: readonly TreeChange[]; readonly links: readonly LinkChange[] }> {
    const output = split(await this.#git(this.#options.folder, ['diff-tree', '-r', '-z', '--no-renames', from, to, '--', '.']));
    const files: TreeChange[] = [];
    const links: LinkChange[] = [];
    for (let at = 0; at + 1 < output.length; at += 2) {
      const [oldMode = '', mode = '', old = '', object = ''] = (output[at] ?? '').slice(1).split(' ');
      const path = output[at + 1] ?? '';
      const isFile = (value: string) => value !== LINK && !/^0+$/.test(value);
      if (oldMode === LINK || mode === LINK)
        links.push({ path, from: oldMode === LINK ? old : undefined, to: mode === LINK ? object : undefined });
      if (isFile(oldMode) && isFile(mode)) files.push({ path, change: 'modified', mode, object });
      else if (isFile(mode)) files.push({ path, change: 'created', mode, object });
      else if (isFile(oldMode)) files.push({ path, change: 'deleted', mode, object });
    }
    return { files, links };
  }

  /** To places where nothing is: git leaves alone what stands there all the same. What follows is kept anew. */
  async write(changes: readonly TreeChange[]): Promise<void> {
    const { root } = this.#options;
    this.#tree = undefined;
    const entries = changes.toSorted((a, b) => Number(b.change === 'deleted') - Number(a.change === 'deleted')).map(indexEntry);
    await this.#git(root, ['update-index', '-z', '--index-info'], entries.join(''));
    const written = (await this.#raw.write(changes.filter(({ change }) => change !== 'deleted'))).map((path) => `${path}\0`);
    if (written.length > 0) await this.#git(root, ['checkout-index', '-z', '--index', '--stdin'], written.join(''));
  }

  /** Whether it is a tree that this repository has. */
  hasTree(object: string): Promise<boolean> {
    return this.#git(this.#options.folder, ['cat-file', '-t', object]).then(
      (type) => type.toString().trim() === 'tree',
      () => false,
    );
  }

  /** Reads or writes refs, which are the repository's own. */
  refs(args: readonly string[], input?: string): Promise<Buffer> {
    const { runner, folder, gitDir, inside } = this.#options;
    const env = inside ? { GIT_DIR: gitDir, ...NO_NETWORK } : {};
    return runGit(runner, { cwd: folder, args, env, ...(input === undefined ? {} : { input }) });
  }

  async close(): Promise<void> {
    const home = await this.#home?.catch(() => undefined);
    if (home !== undefined) await rm(home.path, { recursive: true, force: true });
  }

  async #git(cwd: string, args: readonly string[], input?: string): Promise<Buffer> {
    this.#home ??= this.#begin();
    const { path, env } = await this.#home;
    return runGit(this.#options.runner, { cwd, args, env, index: join(path, 'index'), ...(input === undefined ? {} : { input }) });
  }

  async #begin(): Promise<Home> {
    const path = await makeTempFolder('index');
    const { root, gitDir, inside, runner } = this.#options;
    await copyIndex(gitDir, path);
    return { path, env: inside ? await ownGitFolder({ home: path, root, gitDir, ...inside, runner }) : {} };
  }

  /** The submodules that the person's index names. What is kept of each is named in their place later, never its commit. */
  async #takeLinksOut(): Promise<readonly string[]> {
    const { folder } = this.#options;
    const entries = split(await this.#git(folder, ['ls-files', '-z', '--stage']));
    const names = new Set(entries.filter((entry) => entry.startsWith(`${LINK} `)).map((entry) => entry.slice(entry.indexOf('\t') + 1)));
    if (names.size > 0) await this.#git(folder, ['update-index', '-z', '--force-remove', '--stdin'], list(names));
    this.#links = new Map([...names].map((name) => [name, '']));
    return [...names];
  }

  /** Names the trees in the index. Resolves with whether something changed. */
  async #link(inside: ReadonlyMap<string, string>): Promise<boolean> {
    const { folder, root, runner, gitDir, inside: own } = this.#options;
    const known = this.#links ?? new Map<string, string>();
    const gone = [...known].filter(([name, tree]) => tree !== '' && !inside.has(name)).map(([name]) => name);
    const changed = [...inside].filter(([name, tree]) => known.get(name) !== tree);
    if (gone.length > 0) await this.#git(folder, ['update-index', '-z', '--force-remove', '--stdin'], list(gone));
    const prefix = relative(root, folder);
    if (changed.length > 0) {
      const format = own?.format ?? (await objectFormatOf(runner, gitDir));
      const entries = changed.map(([name, tree]) => `${LINK} ${heldName(tree, format)}\t${join(prefix, name)}\0`);
      await this.#git(root, ['update-index', '-z', '--replace', '--index-info'], entries.join(''));
    }
    this.#links = inside;
    return gone.length > 0 || changed.length > 0;
  }

  /** Files and links that can be read and are not too large, and names that are gone. */
  async #keepable(names: readonly string[]): Promise<readonly string[]> {
    const sizes = await mapLimited(names, PARALLEL, (name) => sizeOf(join(this.#options.folder, name)));
    const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    if (total > MAX_BYTES) throw new Error(`the changed files hold more than ${MAX_BYTES} bytes`);
    return names.filter((_, index) => sizes[index] !== undefined);
  }
}

interface Home {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Bytes to keep; undefined for what is left alone. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return 0;
    if (!found.isFile() || found.size > MAX_FILE_BYTES) return undefined;
    await access(path, constants.R_OK);
    return found.size;
  } catch (failure) {
    const code = errnoOf(failure);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 0 : undefined;
  }
}

function indexEntry({ change, mode, object, path }: TreeChange): string {
  return change === 'deleted' ? `0 ${'0'.repeat(object.length)}\t${path}\0` : `${mode} ${object}\t${path}\0`;
}

function split(output: Buffer): readonly string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
}

function list(names: Iterable<string>): string {
  return [...names].map((name) => `${name}\0`).join('');
}
