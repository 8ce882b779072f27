import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { visiblePath } from '../../shared/visible-text.ts';
import { errnoOf } from '../lib/errno.ts';

/** Whether `path` is `folder` or lies in it. Both absolute and normal. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** How a tool names a path: from the root, `/tmp/…` where commands see it so, else whole. */
export function displayPath(absolute: string, root: string, tmp: string | undefined): string {
  if (tmp !== undefined && isBelow(absolute, tmp)) return visiblePath(join('/tmp', relative(tmp, absolute)));
  return visiblePath(isBelow(absolute, root) ? relative(root, absolute) || '.' : absolute);
}

/** As many links as the kernel follows before it calls them a loop. */
const MAX_LINKS = 40;

/**
 * Where an absolute path really leads, although its last parts may not exist: links are followed in every part that does,
 * and a link to nothing counts as what it names. Rejects with an errno such as ELOOP or EACCES.
 */
export async function realPathOf(path: string, links = MAX_LINKS): Promise<string> {
  try {
    return await realpath(path);
  } catch (failure) {
    const errno = errnoOf(failure);
    if ((errno !== 'ENOENT' && errno !== 'ENOTDIR') || dirname(path) === path) throw failure;
  }
  const parent = await realPathOf(dirname(path), links);
  const here = join(parent, basename(path));
  const stats = await lstat(here).catch(() => undefined);
  if (!stats?.isSymbolicLink()) return here;
  if (links === 0) throw Object.assign(new Error(`too many links at ${path}`), { code: 'ELOOP' });
  return realPathOf(resolve(parent, await readlink(here)), links - 1);
}
