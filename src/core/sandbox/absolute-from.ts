import { isAbsolute, join } from 'node:path';

/** A configured path: absolute, from the home folder with `~/`, or from the root. */
export function absoluteFrom(root: string, home: string, path: string): string {
  if (path === '~') return home;
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? join(path) : join(root, path);
}
