import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { inRealFolder, makeRealFolder, removeFlatFolder } from '../lib/held-folder.ts';
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
  /** Puts back what has not been replaced. Rejects where a folder leads elsewhere by now: what belongs there stays aside, and the words say where. */
  restore(): Promise<void>;
  /** Removes them for good. */
  discard(): Promise<void>;
}

export interface SetAsideOptions {
  readonly root: string;
  /** To be moved. */
  readonly paths: readonly string[];
  readonly stamps: Stamps;
  /** Called with the folder before that is made, and each file moved there under its place in `paths`. */
  readonly begins?: (folder: string) => Promise<void>;
}

/**
 * Moves files out of the way, each in one step, and only then looks whether it still is as its stamp says: what somebody saves meanwhile is found, or
 * lands beside. Rejects with `ChangedMeanwhile` and everything in its place again. Every file is reached through its folder held open, so that one that
 * becomes a link meanwhile leads nowhere.
 */
export async function setAside({ root, paths, stamps, begins }: SetAsideOptions): Promise<SetAside> {
  const folder = join(root, `.steiner-restore-${randomBytes(4).toString('hex')}`);
  await begins?.(folder);
  await mkdir(folder, { mode: 0o700 });
  const moved: Moved[] = [];
  const aside: SetAside = {
    restore: async () => {
      const stuck: string[] = [];
      for (const one of moved.toReversed()) if (!(await putBack(one))) stuck.push(one.aside);
      if (stuck.length > 0) throw new Error(`A folder was swapped at the same moment; what belongs in it is in ${folder}.`);
      await removeFlatFolder(folder);
    },
    discard: () => removeFlatFolder(folder),
  };
  for (const one of movedOf(root, paths, folder)) {
    const stamp = await take(one).catch((failure: unknown) => failure);
    if (typeof stamp === 'string') moved.push(one);
    if (typeof stamp === 'string' && stamp === stamps.get(one.path)) continue;
    await aside.restore();
    throw typeof stamp === 'string' || MEANWHILE.has(errnoOf(stamp) ?? '') ? new ChangedMeanwhile(one.path) : stamp;
  }
  return aside;
}

/** What `setAside` had moved when its process ended: back to where nothing is. */
export async function putBackAll(root: string, paths: readonly string[], folder: string): Promise<void> {
  for (const one of movedOf(root, paths, folder)) await putBack(one);
}

/** Somebody else was at work: the file is gone, or a folder above it is a link by now. */
const MEANWHILE: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR']);

interface Moved {
  readonly path: string;
  readonly place: string;
  readonly aside: string;
}

function movedOf(root: string, paths: readonly string[], folder: string): readonly Moved[] {
  return paths.map((path, index) => ({ path, place: join(root, path), aside: join(folder, String(index)) }));
}

/** Resolves with the stamp of what was moved. */
function take({ place, aside }: Moved): Promise<Stamp | undefined> {
  return inRealFolder(place, (from) =>
    inRealFolder(aside, async (to) => {
      await rename(from, to);
      return stampOf(to);
    }),
  );
}

/** Rejects when something is there by now. */
export async function expectFree(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) if ((await stampOf(join(root, path))) !== undefined) throw new ChangedMeanwhile(path);
}

/** Not over something that is there by now. False when its folder leads elsewhere. */
async function putBack({ place, aside }: Moved): Promise<boolean> {
  try {
    await makeRealFolder(dirname(place));
    await inRealFolder(place, async (to) => {
      if ((await stampOf(to)) === undefined) await inRealFolder(aside, (from) => rename(from, to));
    });
    return true;
  } catch (failure) {
    if (!MEANWHILE.has(errnoOf(failure) ?? '')) throw failure;
    return false;
  }
}

async function stampOf(path: string): Promise<Stamp | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.mode} ${found.size} ${found.mtimeNs}`;
}
