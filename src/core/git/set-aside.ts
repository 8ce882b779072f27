import { lstat, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { mapLimited } from '../lib/map-limited.ts';

const PARALLEL = 32;

/** What tells one state of a file from another, whatever its content. */
type Stamp = string;
export type Stamps = ReadonlyMap<string, Stamp | undefined>;

/** A file is not as it was when its content was kept. */
class ChangedMeanwhile extends Error {
  constructor(path: string) {
    super(`${path} was changed at the same moment. Everything is as it was; try again.`);
  }
}

/** How files are now, to be compared with later. Paths count from `root`; a file that is not there has none. */
export async function stampsOf(root: string, paths: readonly string[]): Promise<Stamps> {
  return new Map(await mapLimited(paths, PARALLEL, async (path) => [path, await stampOf(join(root, path))] as const));
}

/** Files that were taken out of the way. */
export interface SetAside {
  /** Puts back what has not been replaced. */
  restore(): Promise<void>;
  /** Removes them for good. */
  discard(): Promise<void>;
}

export interface SetAsideOptions {
  readonly root: string;
  /** To be moved. */
  readonly paths: readonly string[];
  readonly stamps: Stamps;
}

/**
 * Moves files out of the way, each in one step, and only then looks whether it still is as its stamp says: what somebody saves meanwhile is found, or
 * lands beside. Rejects with `ChangedMeanwhile` and everything in its place again.
 */
export async function setAside({ root, paths, stamps }: SetAsideOptions): Promise<SetAside> {
  const folder = await mkdtemp(join(root, '.steiner-restore-'));
  const moved: string[] = [];
  const aside: SetAside = {
    restore: async () => {
      for (const path of moved.toReversed()) await putBack(join(folder, path), join(root, path));
      await rm(folder, { recursive: true, force: true });
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
  try {
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(root, path), join(folder, path));
      moved.push(path);
      if ((await stampOf(join(folder, path))) !== stamps.get(path)) throw new ChangedMeanwhile(path);
    }
    return aside;
  } catch (failure) {
    await aside.restore();
    throw errnoOf(failure) === 'ENOENT' ? new ChangedMeanwhile(paths[moved.length] ?? '') : failure;
  }
}

/** Rejects when something is there by now. */
export async function expectFree(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) if ((await stampOf(join(root, path))) !== undefined) throw new ChangedMeanwhile(path);
}

/** Not over something that is there by now. */
async function putBack(from: string, to: string): Promise<void> {
  if ((await stampOf(to)) !== undefined) return;
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

async function stampOf(path: string): Promise<Stamp | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.mode} ${found.size} ${found.mtimeNs}`;
}
