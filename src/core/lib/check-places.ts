import { accessSync, constants, lstatSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { errnoOf } from './errno.ts';
import type { StatePaths } from './ports.ts';

/** One of the folders that Steiner keeps things in. */
export type Place = keyof StatePaths;

const HINT = 'Set STEINER_HOME, or the XDG variables, to a folder of your own, or put this one right.';
const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** procfs and sysfs, as statfs(2) numbers them: nothing can be kept there, and Node never comes back from making a folder in them. */
const KERNEL_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x9fa0, 0x62656572]);

/** Why nothing can be read in one of the places, or written in one of `writes`. What is not there yet can be read: it is empty. Undefined when all is well. */
export function placesProblem(paths: StatePaths, writes: readonly Place[]): Problem | undefined {
  const kept = [
    { place: 'config', what: 'your configuration', path: paths.config },
    { place: 'state', what: 'its state', path: paths.state },
    { place: 'state', what: 'sessions', path: join(paths.state, 'sessions') },
    { place: 'cache', what: 'caches', path: paths.cache },
  ] as const;
  for (const { place, what, path } of kept) {
    const why = whyUnusable(path, writes.includes(place));
    if (why !== undefined) return problem(`Steiner cannot keep ${what} in ${path}: ${why}.`);
  }
  return undefined;
}

function problem(message: string): Problem {
  return { code: 'place_unusable', message, hint: HINT, safe: 'Nothing was read or changed.' };
}

function whyUnusable(path: string, writes: boolean): string | undefined {
  const folder = nearest(path);
  if (isOfKernel(path)) return 'no file can be kept there';
  if (!isFolder(folder)) return `${folder} is not a folder`;
  const there = folder === path;
  if (!allows(folder, there ? constants.R_OK | constants.X_OK : constants.X_OK)) return `${folder} cannot be read by this user`;
  return !writes || allows(folder, constants.W_OK) ? undefined : `${folder} cannot be written by this user`;
}

/** Whether the folder is, or would be made, in a file system that the kernel makes up. */
export function isOfKernel(path: string): boolean {
  const folder = nearest(path);
  return process.platform === 'linux' && isFolder(folder) && KERNEL_FILE_SYSTEMS.has(statfsSync(folder).type);
}

/** The path itself, or what of it is there. */
function nearest(path: string): string {
  let folder = path;
  while (!isThere(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A link that leads nowhere is none. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch (failure) {
    if (UNWRITABLE.has(errnoOf(failure) ?? '')) return false;
    throw failure;
  }
}
