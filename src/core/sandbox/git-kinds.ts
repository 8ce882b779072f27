import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';

export type Kind = 'folder' | 'file' | 'link' | 'missing';

/** Links are not followed. */
export function kindOf(path: string): Kind {
  const stats = readable(() => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return 'missing';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
}

/** As git itself decides, all but what is in `HEAD`; folders of linked worktrees and redirected ones count too. */
export function isGitFolder(folder: string): boolean {
  if (kindOf(join(folder, 'HEAD')) === 'missing') return false;
  const has = (name: string) => kindOf(join(folder, name)) !== 'missing';
  return has('commondir') || (has('objects') && has('refs'));
}

/** A file that is missing or closed to us is not there. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return undefined;
  }
}

export function realPath(path: string): string {
  return realpathSync.native(path);
}
