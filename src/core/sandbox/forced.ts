import { chmodSync, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../lib/errno.ts';

const HELD = /^\/proc\/self\/fd\/\d+$/;

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

/** A link is not followed, but for the name of a folder that is held open. */
function open(path: string): void {
  const stats = HELD.test(path) ? statSync(path) : lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isSymbolicLink()) chmodSync(path, stats.mode | (stats.isDirectory() ? 0o700 : 0o600));
}
