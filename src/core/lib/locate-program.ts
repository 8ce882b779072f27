import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { errnoOf } from './errno.ts';

/** Looked into after those of PATH. */
export const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'];

/**
 * Where a program is that is started outside of sandboxes, by its name: in none of the `closed` folders, which commands can write, and no link into one. Synchronous,
 * so that nothing comes between the look and the start.
 */
export function locateProgram(name: string, path: string, closed: readonly string[]): string | undefined {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of new Set([...folders, ...SYSTEM_FOLDERS])) {
    const real = realPathOf(folder);
    const place = real !== undefined && !isIn(closed, real) ? join(real, name) : undefined;
    const target = place === undefined ? undefined : realPathOf(place);
    if (place !== undefined && target !== undefined && !isIn(closed, target) && canRun(target)) return place;
  }
  return undefined;
}

/** Where commands can put a program that is found by that name. Nothing where that depends on the folder in which it is looked for. */
export function closedPlaces(name: string, path: string, closed: readonly string[]): readonly string[] | undefined {
  const folders = path.split(delimiter);
  if (!folders.every((folder) => isAbsolute(folder))) return undefined;
  return folders.filter((folder) => isIn(closed, folder) || isIn(closed, realPathOf(folder) ?? folder)).map((folder) => join(folder, name));
}

function isIn(folders: readonly string[], place: string): boolean {
  return folders.some((folder) => place === folder || place.startsWith(folder + sep));
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return undefined;
  }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return false;
  }
}
