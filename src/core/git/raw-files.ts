import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { mapLimited } from '../lib/map-limited.ts';
import { conversionsOf, differing, type Git, mayConvert } from './converted.ts';
import { stampsOf } from './set-aside.ts';

/** Of files that git converts, so many bytes are read as they are when the first checkpoint of a session is taken; those above are left alone. */
const MOST_AT_FIRST = 64 * 1024 * 1024;
const PARALLEL = 32;

interface RawFilesOptions {
  readonly git: Git;
  readonly root: string;
  readonly folder: string;
  /** Bytes to keep of a file, named by its full path; undefined for what is left alone. */
  readonly sizeOf: (path: string) => Promise<number | undefined>;
}

/**
 * The files that git converts between the working tree and its objects: by a filter, an encoding, keywords or line endings. They are kept byte by byte as they lie
 * on the disk, since not every conversion can be undone, and no filter of the repository is run. Their entries in the index are marked so that git does
 * not look at them: that they changed is seen by their stamps.
 */
export class RawFiles {
  readonly #options: RawFilesOptions;
  /** By the name from `folder`: as they were when they were read last. Undefined where they have to be read. */
  readonly #stamps = new Map<string, string | undefined>();
  /** By the name from `folder`: too large or too many to be read. They are neither kept nor touched. */
  readonly #left = new Set<string>();
  #begun = false;

  constructor(options: RawFilesOptions) {
    this.#options = options;
  }

  /** Finds and takes in the tracked files whose bytes git does not have. To be called before git looks at any; only the first time does something. */
  async begin(): Promise<void> {
    if (this.#begun) return;
    const { git, folder, sizeOf } = this.#options;
    const names = (await mayConvert(git, folder)) ? await differing(git, folder) : [];
    const sizes = await mapLimited(names, PARALLEL, (name) => sizeOf(join(folder, name)));
    let room = MOST_AT_FIRST;
    for (const [index, name] of names.entries()) {
      const size = sizes[index];
      if (size === undefined || size > room) this.#left.add(name);
      else {
        room -= size;
        this.#stamps.set(name, undefined);
      }
    }
    await this.#hide([...this.#left]);
    await this.keep();
    this.#begun = true;
  }

  /** Of these names from `folder`, those that git takes in as they are. The others are known from now on. */
  async plain(names: readonly string[]): Promise<readonly string[]> {
    const { git, folder } = this.#options;
    const converted = await conversionsOf(git, folder, names);
    for (const name of converted.keys()) if (!this.#left.has(name)) this.#stamps.set(name, undefined);
    return names.filter((name) => !converted.has(name));
  }

  /** Takes what changed of the known files into the index. Resolves with whether something did. */
  async keep(): Promise<boolean> {
    const { git, folder } = this.#options;
    const stamps = await stampsOf(folder, [...this.#stamps.keys()]);
    const names = [...stamps].flatMap(([name, stamp]) => (stamp !== undefined && stamp === this.#stamps.get(name) ? [] : [name]));
    if (names.length === 0) return false;
    const states = await mapLimited(names, PARALLEL, async (name) => ({ name, mode: await this.#modeOf(name) }));
    const gone = states.filter(({ mode }) => mode === 'gone').map(({ name }) => name);
    const there = states.filter(({ mode }) => mode.startsWith('100'));
    await this.#take(there);
    await this.#giveBack(states.filter(({ mode }) => mode === 'link').map(({ name }) => name));
    if (gone.length > 0) await git(folder, ['update-index', '-z', '--force-remove', '--stdin'], list(gone));
    for (const name of gone) this.#stamps.delete(name);
    for (const { name, mode } of states) if (mode !== 'gone' && mode !== 'link') this.#stamps.set(name, stamps.get(name));
    return states.some(({ mode }) => mode !== 'other');
  }

  /** To git, which takes in what has become a link without a conversion. */
  async #giveBack(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const { git, folder } = this.#options;
    await git(folder, ['update-index', '-z', '--no-assume-unchanged', '--stdin'], list(names));
    await git(folder, ['update-index', '-z', '--add', '--replace', '--stdin'], list(names));
    for (const name of names) this.#stamps.delete(name);
  }

  async #take(files: readonly { readonly name: string; readonly mode: string }[]): Promise<void> {
    if (files.length === 0) return;
    const { git, folder, root } = this.#options;
    const names = files.map(({ name }) => name);
    const objects = (await git(folder, ['hash-object', '-w', '--no-filters', '--stdin-paths'], `${names.join('\n')}\n`))
      .toString()
      .split('\n');
    const prefix = relative(root, folder);
    const entries = files.map(({ name, mode }, index) => `${mode} ${objects[index]}\t${join(prefix, name)}\0`);
    await git(root, ['update-index', '-z', '--index-info'], entries.join(''));
    await this.#hide(names);
  }

  /** From git, which would compare them as it converts them. */
  async #hide(names: readonly string[]): Promise<void> {
    if (names.length > 0)
      await this.#options.git(this.#options.folder, ['update-index', '-z', '--assume-unchanged', '--stdin'], list(names));
  }

  /** As git writes it; `gone`, `link`, or `other` for what is left as it was kept last. */
  async #modeOf(name: string): Promise<string> {
    const path = join(this.#options.folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || found.isDirectory()) return 'gone';
    if (found.isSymbolicLink()) return 'link';
    if (!found.isFile() || name.includes('\n') || (await this.#options.sizeOf(path)) === undefined) return 'other';
    return found.mode & 0o100 ? '100755' : '100644';
  }

  /** Writes objects to files that are not there, named from the root; git's own way would convert them. Resolves with the names that are left to git. */
  async write(files: readonly { readonly path: string; readonly mode: string; readonly object: string }[]): Promise<readonly string[]> {
    const { git, root, folder } = this.#options;
    const ordinary = files.filter(({ mode }) => mode.startsWith('100'));
    const converted = await conversionsOf(
      git,
      root,
      ordinary.map(({ path }) => path),
    );
    const own = ordinary.filter(({ path }) => converted.has(path));
    const names = own.map(({ path }) => relative(folder, join(root, path)));
    await this.#hide(names);
    for (const [index, { path, mode, object }] of own.entries()) {
      this.#stamps.set(names[index] ?? '', undefined);
      await mkdir(dirname(join(root, path)), { recursive: true });
      const bytes = await git(root, ['cat-file', 'blob', object]);
      await writeFile(join(root, path), bytes, { flag: 'wx', mode: mode === '100755' ? 0o777 : 0o666 });
    }
    return files.filter(({ path }) => !converted.has(path)).map(({ path }) => path);
  }
}

function list(names: readonly string[]): string {
  return names.map((name) => `${name}\0`).join('');
}
