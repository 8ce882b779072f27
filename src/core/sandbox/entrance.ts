import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { pointedPath } from './git-folders.ts';
import { isGitFolder, readable, realPath } from './git-kinds.ts';

/** What git finds when it looks for a repository in a folder. */
export interface Entrance {
  /** The `.git` file, link or folder, or the folder itself where it is a bare repository. */
  readonly entry: string;
  /** Which file or folder that is, and what it says. */
  readonly entryStamp: string;
  /** The real path of the git folder; none where it leads nowhere. */
  readonly git?: string;
  readonly gitStamp?: string;
}

/** Nothing where git would go on to the folder around it. */
export function entranceOf(place: string): Entrance | undefined {
  return readable(() => {
    const entry = join(place, '.git');
    const stats = lstatSync(entry, { throwIfNoEntry: false });
    if (!stats || (stats.isDirectory() && !isGitFolder(entry))) return isGitFolder(place) ? bare(place) : undefined;
    if (stats.isDirectory()) return { entry, entryStamp: stampOf(stats), ...gitAt(entry) };
    if (stats.isSymbolicLink()) return { entry, entryStamp: `link ${readlinkSync(entry)}`, ...gitAt(entry) };
    const target = stats.isFile() ? readable(() => pointedPath(entry)) : undefined;
    return { entry, entryStamp: `file ${stats.dev}:${stats.ino}:${stats.ctimeMs}`, ...(target === undefined ? {} : gitAt(target)) };
  });
}

function bare(place: string): Entrance {
  return { entry: place, entryStamp: 'bare', ...gitAt(place) };
}

function gitAt(path: string): Pick<Entrance, 'git' | 'gitStamp'> {
  return readable(() => ({ git: realPath(path), gitStamp: stampOf(statSync(path)) })) ?? {};
}

/** Which folder that is, whatever it is called. */
export function folderStamp(path: string): string | undefined {
  return gitAt(path).gitStamp;
}

function stampOf({ dev, ino, birthtimeMs }: Stats): string {
  return `folder ${dev}:${ino}:${birthtimeMs}`;
}
