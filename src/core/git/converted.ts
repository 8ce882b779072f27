import { access } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Runs git there, with the index of the working tree's checkpoints. */
export type Git = (cwd: string, args: readonly string[], input?: string) => Promise<Buffer>;

/** Attributes by which what git keeps of a file may be other bytes than the file's. */
const ATTRIBUTES = ['filter', 'ident', 'working-tree-encoding', 'text', 'eol', 'crlf'] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/** `always`: the two have to be expected to differ. `endings`: where the file has line endings that git changes. */
export type Conversion = 'always' | 'endings' | undefined;

/** What git does to each of the files, named from `cwd`, as it takes them in or writes them. Those of which it does nothing are left out. */
export async function conversionsOf(git: Git, cwd: string, names: readonly string[]): Promise<ReadonlyMap<string, Conversion>> {
  if (names.length === 0) return new Map();
  const ending = await changesEndings(git, cwd);
  const output = await git(cwd, ['check-attr', '-z', '--stdin', ...ATTRIBUTES], `${names.join('\0')}\0`);
  const parts = output.toString('utf8').split('\0');
  const found = new Map<string, Conversion>();
  for (let at = 0; at + 3 * ATTRIBUTES.length <= parts.length; at += 3 * ATTRIBUTES.length) {
    const values = ATTRIBUTES.map((_, index) => parts[at + 3 * index + 2] ?? '');
    const conversion = conversionBy(new Map(ATTRIBUTES.map((name, index) => [name, values[index] ?? ''])), ending);
    if (conversion !== undefined) found.set(parts[at] ?? '', conversion);
  }
  return found;
}

function conversionBy(values: ReadonlyMap<Attribute, string>, ending: boolean): Conversion {
  const has = (name: Attribute) => !['unspecified', 'unset', ''].includes(values.get(name) ?? '');
  if (has('filter') || has('ident') || has('working-tree-encoding')) return 'always';
  if (has('text') || has('eol') || has('crlf')) return 'endings';
  return ending && values.get('text') !== 'unset' && values.get('crlf') !== 'unset' ? 'endings' : undefined;
}

async function changesEndings(git: Git, cwd: string): Promise<boolean> {
  const value = await git(cwd, ['config', '--default', 'false', '--get', 'core.autocrlf']);
  return value.toString().trim().toLowerCase() !== 'false';
}

/** Whether anything says so at all: settings, or a file of attributes. */
export async function mayConvert(git: Git, folder: string): Promise<boolean> {
  if (await changesEndings(git, folder)) return true;
  const inTree = await git(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ':(top,glob)**/.gitattributes']);
  if (inTree.length > 0) return true;
  const own = (await git(folder, ['rev-parse', '--git-path', 'info/attributes'])).toString().trim();
  const global = await git(folder, ['config', '--type=path', '--default', '~/.config/git/attributes', '--get', 'core.attributesFile']);
  const found = await Promise.all(
    [own, global.toString().trim()].map((path) =>
      access(resolve(folder, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/** Tracked files, named from `folder`, whose bytes on the disk may be others than those of their object. */
export async function differing(git: Git, folder: string): Promise<readonly string[]> {
  const entries = parseEntries((await git(folder, ['ls-files', '-z', '--stage', '--debug'])).toString('utf8'));
  const converted = await conversionsOf(
    git,
    folder,
    entries.map(({ name }) => name),
  );
  const always = entries.filter(({ name }) => converted.get(name) === 'always');
  const endings = entries.filter(({ name }) => converted.get(name) === 'endings');
  const kept = await objectSizes(
    git,
    folder,
    endings.map(({ object }) => object),
  );
  return [...always, ...endings.filter(({ size }, index) => size !== kept[index])].map(({ name }) => name);
}

interface Entry {
  readonly name: string;
  readonly object: string;
  /** Bytes on the disk. */
  readonly size: number;
}

/** Ordinary files of what `ls-files --stage --debug` prints: an entry ends with NUL, and lines about it follow. */
function parseEntries(output: string): readonly Entry[] {
  const parts = output.split('\0');
  return parts.slice(0, -1).flatMap((part, index) => {
    const [, object = '', name = ''] = /(?:^|\n)100\d{3} ([0-9a-f]+) 0\t(.*)$/s.exec(part) ?? [];
    const size = Number(/^ {2}size: (\d+)/m.exec(parts[index + 1] ?? '')?.[1]);
    return object === '' ? [] : [{ name, object, size }];
  });
}

/** Line endings are changed where this differs from the size on the disk, since each that is changed counts. */
async function objectSizes(git: Git, folder: string, objects: readonly string[]): Promise<readonly number[]> {
  if (objects.length === 0) return [];
  const output = await git(folder, ['cat-file', '--batch-check=%(objectsize)'], objects.map((object) => `${object}\n`).join(''));
  return output.toString().split('\n').map(Number);
}
