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
  const isOpen = (place: string): boolean => !closed.some((folder) => place === folder || place.startsWith(folder + sep));
  for (const folder of new Set([...folders, ...SYSTEM_FOLDERS])) {
    const real = realPathOf(folder);
    const place = real !== undefined && isOpen(real) ? join(real, name) : undefined;
    const target = place === undefined ? undefined : realPathOf(place);
    if (place !== undefined && target !== undefined && isOpen(target) && canRun(target)) return place;
  }
  return undefined;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
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
