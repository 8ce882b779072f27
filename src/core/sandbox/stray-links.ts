import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A symbolic link that belongs where it is. Nothing can be mounted over a link, so it is put back after a command. */
export interface KeptLink {
  readonly path: string;
  readonly target: string;
}

/** Far more log folders than a repository has; beyond it a command's own mischief is not followed. */
const MOST_FOLDERS = 2_000;

/**
 * Symbolic links among the files that git itself writes through: those at the top of a git folder (the message of the next commit,
 * `FETCH_HEAD`) and the logs. Synchronous: it stands between a command and its result, and reads a handful of folders.
 */
export function linksOfGit(folder: string): readonly KeptLink[] {
  const links: KeptLink[] = linksIn(folder);
  const open = [join(folder, 'logs')];
  for (let seen = 0; open.length > 0 && seen < MOST_FOLDERS; seen += 1) {
    const next = open.pop() ?? '';
    const entries = entriesOf(next);
    links.push(...linksAmong(next, entries));
    open.push(...entries.filter((entry) => entry.isDirectory()).map((entry) => join(next, entry.name)));
  }
  return links;
}

function linksIn(folder: string): KeptLink[] {
  return linksAmong(folder, entriesOf(folder));
}

function linksAmong(folder: string, entries: readonly Dirent[]): KeptLink[] {
  const paths = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => join(folder, entry.name));
  return paths.map((path) => ({ path, target: readlinkSync(path) }));
}

/** Nothing where there is no folder, or only a link to one. */
function entriesOf(folder: string): readonly Dirent[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
