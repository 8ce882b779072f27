import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Where git keeps the repository that a folder belongs to. All paths are real. */
export interface GitFolders {
  /** Objects, refs, config and hooks. */
  readonly common: string;
  /** Set in a linked worktree: its own folder under `worktrees`, and the `.git` file that names it. */
  readonly linked?: { readonly folder: string; readonly pointer: string };
  /** Folders of submodules below `common`, parents first. */
  readonly modules: readonly { readonly path: string; readonly isRepository: boolean }[];
  /** `common` already names another common folder, as no ordinary repository does. */
  readonly redirected: boolean;
}

/** Submodules of submodules beyond this are left alone. */
const MODULE_DEPTH = 6;

/**
 * Finds the repository of a folder, also from a subfolder.
 *
 * A `.git` file is believed only when it belongs to a linked worktree that names it in return, so a pointer planted in a
 * project cannot make some other repository writable. A `.git` that is a symbolic link is not followed.
 */
export async function findGitFolders(root: string): Promise<GitFolders | undefined> {
  for (let folder = root; ; folder = dirname(folder)) {
    const candidate = join(folder, '.git');
    const found = await kindOf(candidate);
    if (found === 'folder') return describe(candidate, undefined);
    if (found === 'file') return linkedFolders(candidate).catch(() => undefined);
    if (found === 'other' || dirname(folder) === folder) return undefined;
  }
}

async function linkedFolders(pointer: string): Promise<GitFolders | undefined> {
  const target = /^gitdir: (.+?)\r?\n?$/.exec(await readFile(pointer, 'utf8'))?.[1];
  if (target === undefined) return undefined;
  const folder = await realpath(resolve(dirname(pointer), target));
  if (basename(dirname(folder)) !== 'worktrees') return undefined;
  const common = await realpath(resolve(folder, (await readFile(join(folder, 'commondir'), 'utf8')).trim()));
  const back = await realpath(resolve(folder, (await readFile(join(folder, 'gitdir'), 'utf8')).trim()));
  if (common !== dirname(dirname(folder)) || back !== (await realpath(pointer))) return undefined;
  return describe(common, { folder, pointer: back });
}

async function describe(common: string, linked: GitFolders['linked']): Promise<GitFolders> {
  const [modules, redirect] = await Promise.all([findModules(join(common, 'modules'), MODULE_DEPTH), kindOf(join(common, 'commondir'))]);
  return { common, modules, redirected: redirect !== 'missing', ...(linked && { linked }) };
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

async function kindOf(path: string): Promise<'folder' | 'file' | 'other' | 'missing'> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return 'missing';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
}
