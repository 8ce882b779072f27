import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { forced } from './forced.ts';
import { readable } from './git-kinds.ts';
import { MOST_BYTES } from './read-plain.ts';

/** `held` leads there through a folder that is open, whatever becomes of the names in `path`. */
export interface Place {
  readonly path: string;
  readonly held: string;
}

/** Nothing is held open yet. */
export function placeAt(path: string): Place {
  return { path, held: path };
}

export function within(folder: Place, name: string): Place {
  return { path: join(folder.path, name), held: join(folder.held, name) };
}

/** What runs in the background may put links there at this very moment, so the folder is held open and no link is followed. Nothing where it is no folder by now. */
export function whileHeld(place: Place, use: (folder: Place) => readonly string[]): readonly string[] {
  const opened = tryOpen(place.held, constants.O_RDONLY | constants.O_DIRECTORY);
  if (opened === undefined) return [];
  try {
    return use(process.platform === 'linux' ? { path: place.path, held: `/proc/self/fd/${opened}` } : place);
  } finally {
    closeSync(opened);
  }
}

/** Opens a folder without a right to look into it. */
const O_PATH = 0o10000000;

/** As `whileHeld`, for a path that is no text, which only Linux has. Nothing where it is no folder, or where a link or `..` is anywhere in the path. */
export function whileHeldAsNamed(path: Buffer, use: (held: string) => readonly string[]): readonly string[] {
  if (process.platform !== 'linux') return [];
  const opened = readable(() => openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW));
  if (opened === undefined) return [];
  try {
    const held = `/proc/self/fd/${opened}`;
    return readlinkSync(held, 'buffer').equals(path) ? use(held) : [];
  } finally {
    closeSync(opened);
  }
}

/** Opens a file that a command left, also where it was closed to its owner. A link is not followed, and a pipe not waited for. */
function tryOpen(path: string, flags: number): number | undefined {
  try {
    return forced(path, () => openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return undefined;
  }
}

/** Writes a plain file anew where `change` gives another text, bytes as Latin-1. `undefined` where it is no such file, or far larger than one of git; else whether it was changed. */
export function rewrite({ held }: Place, change: (text: string) => string): boolean | undefined {
  const file = tryOpen(held, constants.O_RDWR);
  if (file === undefined) return undefined;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MOST_BYTES) return undefined;
    const before = readFileSync(file, 'latin1');
    const after = change(before);
    if (after === before) return false;
    const bytes = Buffer.from(after, 'latin1');
    ftruncateSync(file, 0);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, at);
    return true;
  } finally {
    closeSync(file);
  }
}
