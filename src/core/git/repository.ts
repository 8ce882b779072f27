import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openGit } from './git.ts';
import { type GitLocation, locateGit } from './locate.ts';

/** Waits out the few file operations of one checkout, milliseconds. */
const DEBOUNCE = 50;

/** Stands in HEAD when branches are kept in the reftable format, and only git can tell. */
const REFTABLE_HEAD = 'refs/heads/.invalid';

/** Paths are absolute and real. Outside a repository everything but `git` is missing; a bare repository has no `root`. */
export interface Repository {
  readonly git: boolean;
  readonly root?: string;
  /** The branch, also before its first commit; the short hash of a detached HEAD. */
  readonly branch?: string;
  readonly gitDir?: string;
  readonly commonDir?: string;
}

/** Never rejects: a folder that is not in a repository, or that cannot be read, is simply not git. */
export async function describeRepository(path: string): Promise<Repository> {
  const location = await locateGit(path);
  if (!location) return { git: false };
  const { root, gitDir, commonDir } = location;
  const branch = await branchOf(location);
  return { git: true, ...(root === undefined ? {} : { root }), ...(branch === undefined ? {} : { branch }), gitDir, commonDir };
}

/**
 * Calls back with the present branch once the watch is up, so that no change since a description is missed, and then whenever another branch (or
 * commit, on a detached HEAD) is checked out. Watches the git folder, since git replaces HEAD by renaming; nothing is polled. Outside a
 * repository it never calls. Returns the function that stops it.
 */
export function watchBranch(path: string, onChange: (branch: string | undefined) => void): () => void {
  const stop = new AbortController();
  void locateGit(path).then((location) => (location && !stop.signal.aborted ? watchHead(location, onChange, stop.signal) : undefined));
  return () => stop.abort();
}

async function watchHead(location: GitLocation, onChange: (branch: string | undefined) => void, signal: AbortSignal): Promise<void> {
  let known: { readonly branch: string | undefined } | undefined;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    const branch = await branchOf(location);
    if (signal.aborted || (known && known.branch === branch)) return;
    known = { branch };
    onChange(branch);
  }
  watchFolder(location.gitDir, signal, (name) => {
    if (name !== 'HEAD') return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), DEBOUNCE);
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
  await look();
}

/** A folder that cannot be watched (its file system has no means, or too many are watched) is left unwatched. */
function watchFolder(folder: string, signal: AbortSignal, onName: (name: string | null) => void): void {
  try {
    const watcher = watch(folder, { signal }, (_type, name) => onName(name));
    watcher.on('error', () => watcher.close());
  } catch {
    return;
  }
}

async function branchOf({ gitDir, root }: GitLocation): Promise<string | undefined> {
  try {
    const head = (await readFile(join(gitDir, 'HEAD'), 'utf8')).trim();
    const ref = /^ref: (.+)$/.exec(head)?.[1];
    if (ref === undefined) return head.slice(0, 7);
    if (ref === REFTABLE_HEAD) return await branchFromGit(root ?? gitDir);
    return ref.replace(/^refs\/heads\//, '');
  } catch {
    return undefined;
  }
}

async function branchFromGit(folder: string): Promise<string> {
  const git = await openGit(folder);
  const branch = await git.raw(['branch', '--show-current']);
  return branch || git.raw(['rev-parse', '--short=7', 'HEAD']);
}
