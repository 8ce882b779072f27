import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isBelow } from './is-below.ts';

/** Where a part of a file system is shown. */
export interface Mount {
  readonly device: string;
  /** The folder or file of that file system that is shown there. */
  readonly root: string;
  readonly path: string;
}

/** What is mounted on the host now. Nothing where there is no such table; on Linux the file costs a read and no disk. */
export function readMounts(): readonly Mount[] {
  return parseMounts(mountTable());
}

/** The same, for where it is asked again and again: a table that did not change is not parsed again. */
export function mountReader(): () => readonly Mount[] {
  let [table, mounts]: [string, readonly Mount[]] = ['', []];
  return () => {
    const now = mountTable();
    if (now !== table) [table, mounts] = [now, parseMounts(now)];
    return mounts;
  };
}

function mountTable(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

/** The kernel's table: number, parent, device, root, path, and more. */
export function parseMounts(table: string): readonly Mount[] {
  return table.split('\n').flatMap((line) => {
    const [, , device, root, path] = line.split(' ');
    return device === undefined || root === undefined || path === undefined ? [] : [{ device, root: plain(root), path: plain(path) }];
  });
}

/** Blanks and the like are written in octal. */
function plain(name: string): string {
  return name.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/**
 * The same paths, and every other under which mounts show what lies there: a secret stays one where its folder, a part of it or the disk around it is mounted
 * a second time.
 */
export function everywhere(paths: readonly string[], mounts: readonly Mount[]): readonly string[] {
  const shared = sharedMounts(mounts);
  if (shared.length === 0) return paths;
  return [...new Set(paths.flatMap((path) => [path, ...otherNames(path, mounts, shared)]))];
}

/** Of file systems that are mounted more than once. Found in one pass, since this comes before each command. */
function sharedMounts(mounts: readonly Mount[]): readonly Mount[] {
  const counts = new Map<string, number>();
  for (const { device } of mounts) counts.set(device, (counts.get(device) ?? 0) + 1);
  return mounts.filter(({ device }) => counts.get(device) !== 1);
}

function otherNames(path: string, mounts: readonly Mount[], shared: readonly Mount[]): readonly string[] {
  const around = mounts.filter((mount) => isBelow(path, mount.path));
  const own = around.reduce<Mount | undefined>(
    (inner, mount) => (inner && inner.path.length > mount.path.length ? inner : mount),
    undefined,
  );
  if (!own || !shared.includes(own)) return [];
  const place = join(own.root, relative(own.path, path));
  return shared.flatMap((mount) => {
    if (mount === own || mount.device !== own.device) return [];
    if (isBelow(place, mount.root)) return [join(mount.path, relative(mount.root, place))];
    return isBelow(mount.root, place) && !isBelow(mount.path, path) ? [mount.path] : [];
  });
}
