import { chmodSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../lib/errno.ts';

/** Does something to a file or folder that a command may have closed to its owner: where that fails, opens it and the folder it lies in, and tries once more. */
export function forced<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (failure) {
    if (errnoOf(failure) !== 'EACCES' && errnoOf(failure) !== 'EPERM') throw failure;
    for (const closed of [dirname(path), path]) open(closed);
    return act();
  }
}

function open(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isSymbolicLink()) chmodSync(path, stats.mode | (stats.isDirectory() ? 0o700 : 0o600));
}
