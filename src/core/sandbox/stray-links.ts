import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { readable } from './git-kinds.ts';

/** A symbolic link that belongs where it is. Nothing can be mounted over a link, so it is put back after a command. */
export interface KeptLink {
  readonly path: string;
  readonly target: string;
}

export interface FoundLinks {
  readonly links: readonly KeptLink[];
  /** Those whose names are no UTF-8: none that anybody made on purpose. */
  readonly unnamed: readonly Buffer[];
}

/** Far more log folders than a repository has; beyond it a command's own mischief is not followed. */
const MOST_FOLDERS = 2_000;

/**
 * Symbolic links among the files that git itself writes through: those at the top of a git folder (the message of the next commit,
 * `FETCH_HEAD`) and the logs. Synchronous: it stands between a command and its result, and reads a handful of folders. Names are bytes, as git takes them.
 */
export function findLinks(folder: string): FoundLinks {
  const top = Buffer.from(folder);
  const found = linksAmong(top, entriesOf(top));
  const open = [within(top, Buffer.from('logs'))];
  for (let seen = 0; seen < MOST_FOLDERS; seen += 1) {
    const next = open.pop();
    if (next === undefined) break;
    const entries = entriesOf(next);
    found.push(...linksAmong(next, entries));
    for (const entry of entries) if (entry.isDirectory()) open.push(within(next, entry.name));
  }
  const named = found.filter((path) => isUtf8(path)).map((path) => path.toString('utf8'));
  return { links: named.flatMap(keptLink), unnamed: found.filter((path) => !isUtf8(path)) };
}

/** Those that can be put back. */
export function linksOfGit(folder: string): readonly KeptLink[] {
  return findLinks(folder).links;
}

/** Returns their paths as well as they can be written. */
export function removeUnnamed(paths: readonly Buffer[]): readonly string[] {
  for (const path of paths) readable(() => rmSync(path, { force: true }));
  return paths.map((path) => path.toString('utf8'));
}

/** Nothing where it is gone by now. */
function keptLink(path: string): readonly KeptLink[] {
  const target = readable(() => readlinkSync(path));
  return target === undefined ? [] : [{ path, target }];
}

function linksAmong(folder: Buffer, entries: readonly Dirent<Buffer>[]): Buffer[] {
  return entries.filter((entry) => entry.isSymbolicLink()).map((entry) => within(folder, entry.name));
}

function within(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}

/** Nothing where there is no folder, or only a link to one, or where its path is longer than git itself could follow. */
function entriesOf(folder: Buffer): readonly Dirent<Buffer>[] {
  const isFolder = readable(() => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory());
  return (isFolder && readable(() => readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }))) || [];
}
