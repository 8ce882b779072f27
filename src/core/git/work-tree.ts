import { constants } from 'node:fs';
import { access, copyFile, lstat, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { makeTempFolder } from '../lib/temp-folder.ts';
import { RawFiles } from './raw-files.ts';
import { type GitRunner, runGit } from './run-git.ts';
import { expectFree, type Stamps, setAside, stampsOf } from './set-aside.ts';

/** Larger files are left as they are, by a checkpoint and by a rewind. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** A change of more files or bytes than this at once is no work of a turn; it is not worth the time and the disk. */
const MAX_FILES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;

const PARALLEL = 32;
const SUBMODULE = '160000';

/** One file that differs between two trees. `path` counts from the root of the working tree. */
export interface TreeChange {
  readonly path: string;
  readonly change: 'created' | 'modified' | 'deleted';
  readonly mode: string;
  readonly object: string;
}

export interface WorkTreeOptions {
  readonly runner: GitRunner;
  /** The folder that is looked at, absolute; the whole working tree or a part of it. */
  readonly folder: string;
  /** Top of the working tree. */
  readonly root: string;
  /** Holds the index of this working tree. */
  readonly gitDir: string;
}

/**
 * The files of a working tree as git objects, through an index of its own: the person's index, HEAD and branches are never written. The index begins as
 * a copy, so that only what changed since is read; it is kept for the life of this object. Ignored files are left out. One call at a time.
 */
export class WorkTree {
  readonly #options: WorkTreeOptions;
  readonly #raw: RawFiles;
  #home: Promise<string> | undefined;
  #tree: string | undefined;

  constructor(options: WorkTreeOptions) {
    this.#options = options;
    const { root, folder } = options;
    this.#raw = new RawFiles({ root, folder, sizeOf, git: (cwd, args, input) => this.#git(cwd, args, input) });
  }

  /** The tree of the files as they are now, byte by byte. Rejects when git refuses, or when too much changed at once. */
  async snapshot(): Promise<string> {
    const { folder } = this.#options;
    await this.#raw.begin();
    const listed = await this.#git(folder, ['ls-files', '-z', '--modified', '--others', '--exclude-standard']);
    const names = [...new Set(split(listed))].filter((name) => !name.endsWith('/'));
    if (names.length > MAX_FILES) throw new Error(`more than ${MAX_FILES} files changed`);
    const paths = await this.#raw.plain(await this.#keepable(names));
    const changed = await this.#raw.keep();
    if (paths.length === 0 && !changed && this.#tree !== undefined) return this.#tree;
    this.#tree = undefined;
    if (paths.length > 0)
      await this.#git(folder, ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], `${paths.join('\0')}\0`);
    this.#tree = (await this.#git(folder, ['write-tree', '--missing-ok'])).toString().trim();
    return this.#tree;
  }

  /** What turns `from` into `to`, within the folder. */
  async changes(from: string, to: string): Promise<readonly TreeChange[]> {
    const output = split(await this.#git(this.#options.folder, ['diff-tree', '-r', '-z', '--no-renames', from, to, '--', '.']));
    const changes: TreeChange[] = [];
    for (let at = 0; at + 1 < output.length; at += 2) {
      const [oldMode = '', mode = '', , object = '', status = ''] = (output[at] ?? '').slice(1).split(' ');
      if (oldMode === SUBMODULE || mode === SUBMODULE) continue;
      const change = status === 'A' ? 'created' : status === 'D' ? 'deleted' : 'modified';
      changes.push({ path: output[at + 1] ?? '', change, mode, object });
    }
    return changes;
  }

  /** How the files that the changes replace or remove are now. To be taken before the tree is kept that holds them. */
  stamps(changes: readonly TreeChange[]): Promise<Stamps> {
    return stampsOf(this.#options.root, replaced(changes));
  }

  /**
   * Writes the changes to the files. What it replaces must be in a tree that is kept, and as its stamp says: else it rejects with `ChangedMeanwhile`, and
   * every file is as it was.
   */
  async apply(changes: readonly TreeChange[], stamps: Stamps): Promise<void> {
    const { root } = this.#options;
    this.#tree = undefined;
    const aside = await setAside({ root, paths: replaced(changes), stamps });
    try {
      for (const { path, change } of changes) if (change === 'deleted') await this.#deleteFolders(path);
      await this.#write(changes);
    } catch (failure) {
      await aside.restore();
      throw failure;
    }
    await aside.discard();
  }

  /** To places where nothing is: git leaves alone what stands there all the same. */
  async #write(changes: readonly TreeChange[]): Promise<void> {
    const { root } = this.#options;
    const created = changes.filter(({ change }) => change === 'created');
    await expectFree(
      root,
      created.map(({ path }) => path),
    );
    const entries = changes.toSorted((a, b) => Number(b.change === 'deleted') - Number(a.change === 'deleted')).map(indexEntry);
    await this.#git(root, ['update-index', '-z', '--index-info'], entries.join(''));
    const written = (await this.#raw.write(changes.filter(({ change }) => change !== 'deleted'))).map((path) => `${path}\0`);
    if (written.length > 0) await this.#git(root, ['checkout-index', '-z', '--index', '--stdin'], written.join(''));
  }

  /** Anything git can do here with the index of its own. */
  git(args: readonly string[], input?: string): Promise<Buffer> {
    return this.#git(this.#options.folder, args, input);
  }

  async close(): Promise<void> {
    const home = await this.#home?.catch(() => undefined);
    if (home !== undefined) await rm(home, { recursive: true, force: true });
  }

  async #git(cwd: string, args: readonly string[], input?: string): Promise<Buffer> {
    this.#home ??= this.#begin();
    const index = join(await this.#home, 'index');
    return runGit(this.#options.runner, { cwd, args, index, ...(input === undefined ? {} : { input }) });
  }

  async #begin(): Promise<string> {
    const home = await makeTempFolder('index');
    try {
      await copyFile(join(this.#options.gitDir, 'index'), join(home, 'index'), constants.COPYFILE_FICLONE);
    } catch (failure) {
      if (errnoOf(failure) !== 'ENOENT') throw failure;
    }
    return home;
  }

  /** Files and links that can be read and are not too large, and names that are gone. */
  async #keepable(names: readonly string[]): Promise<readonly string[]> {
    const sizes = await mapLimited(names, PARALLEL, (name) => sizeOf(join(this.#options.folder, name)));
    const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    if (total > MAX_BYTES) throw new Error(`the changed files hold more than ${MAX_BYTES} bytes`);
    return names.filter((_, index) => sizes[index] !== undefined);
  }

  /** Those that are empty now. */
  async #deleteFolders(path: string): Promise<void> {
    const { folder, root } = this.#options;
    for (let parent = dirname(join(root, path)); parent.startsWith(`${folder}/`); parent = dirname(parent)) {
      const removed = await rmdir(parent).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }
}

function replaced(changes: readonly TreeChange[]): readonly string[] {
  return changes.flatMap(({ path, change }) => (change === 'created' ? [] : [path]));
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
