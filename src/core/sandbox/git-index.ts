import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import { readPlain } from './read-plain.ts';

/** Tells which folders of a tree its index takes for repositories of their own (gitlinks), paths relative to the tree. */
export type ReadGitlinks = (index: string, hashBytes: HashBytes) => readonly Gitlink[];

/** SHA-1 or SHA-256. */
export type HashBytes = 20 | 32;

/** A path as its bytes where they are no UTF-8, which no other program is told about. */
export type Gitlink = string | Buffer;

/** A change within this time of the last one may have left no trace in the file's stamp, milliseconds. */
const RACY = 100;
/** One of more files than any repository has. */
const MOST_OF_INDEX = 1024 ** 3;
const HEADER_BYTES = 12;
const MODE_AT = 24;
const STAT_BYTES = 40;
const GITLINK = 0xe000;
/** As its mode stands in the file. */
const GITLINK_MODE = Buffer.from([0, 0, 0xe0, 0]);
const EXTENDED = 0x4000;
const SHARED = 'link';

/**
 * Remembers what it read as long as the file's number, size and last change are the same: an index is looked at before and after each
 * command, and seldom changes in between. The last change cannot be set back by a command.
 */
export function gitlinkReader(): ReadGitlinks {
  const known = new Map<string, { readonly stamp: string; readonly links: readonly Gitlink[] }>();
  return (index, hashBytes) => {
    const stats = statSync(index, { throwIfNoEntry: false });
    if (!stats?.isFile()) return [];
    const stamp = `${hashBytes} ${stats.dev}:${stats.ino}:${stats.size}:${stats.ctimeMs}`;
    const before = known.get(index);
    if (before?.stamp === stamp) return before.links;
    const links = readLinks(index, hashBytes);
    if (Date.now() - stats.ctimeMs > RACY) known.set(index, { stamp, links });
    return links;
  };
}

/** A split index keeps most entries in a second file beside it. */
function readLinks(index: string, hashBytes: HashBytes): readonly Gitlink[] {
  const { links, shared } = parseIndex(readWhole(index), hashBytes);
  if (shared === undefined) return links;
  return [...links, ...parseIndex(readWhole(join(dirname(index), `sharedindex.${shared}`)), hashBytes).links];
}

function readWhole(path: string): Buffer {
  try {
    return readPlain(path, MOST_OF_INDEX);
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return Buffer.alloc(0);
  }
}

interface Index {
  readonly links: readonly Gitlink[];
  /** Name of the file that a split index builds on. */
  readonly shared?: string;
}

/** https://git-scm.com/docs/index-format, versions 2 to 4. What breaks off is read as far as it goes. */
function parseIndex(data: Buffer, hashBytes: HashBytes): Index {
  // Most repositories have neither, and looking for the bytes costs far less than going through the entries.
  if (data.toString('latin1', 0, 4) !== 'DIRC' || !(data.includes(GITLINK_MODE) || data.includes(SHARED))) return { links: [] };
  const version = data.readUInt32BE(4);
  const count = data.readUInt32BE(8);
  const links: Gitlink[] = [];
  let name: Buffer = Buffer.alloc(0);
  let at = HEADER_BYTES;
  for (let entry = 0; entry < count && at + STAT_BYTES + hashBytes + 2 < data.length; entry += 1) {
    const start = at;
    const flagsAt = start + STAT_BYTES + hashBytes;
    at = flagsAt + 2 + (version >= 3 && data.readUInt16BE(flagsAt) & EXTENDED ? 2 : 0);
    let kept = 0;
    if (version === 4) [kept, at] = stripped(data, at, name.length);
    const end = data.indexOf(0, at);
    if (end < 0) return { links };
    name = version === 4 ? Buffer.concat([name.subarray(0, kept), data.subarray(at, end)]) : data.subarray(at, end);
    at = version === 4 ? end + 1 : start + padded(end - start);
    if (data.readUInt32BE(start + MODE_AT) === GITLINK) links.push(readable(name));
  }
  const shared = sharedName(data.subarray(at, data.length - hashBytes), hashBytes);
  return shared === undefined ? { links } : { links, shared };
}

/** How much of the name before is kept in version 4: the number says how much is cut, in groups of seven bits, each but the last one more. */
function stripped(data: Buffer, from: number, length: number): [kept: number, next: number] {
  let at = from;
  let byte = data[at] ?? 0;
  let cut = byte & 127;
  while (byte & 128) {
    at += 1;
    byte = data[at] ?? 0;
    cut = (cut + 1) * 128 + (byte & 127);
  }
  return [Math.max(length - cut, 0), at + 1];
}

/** An entry ends with one to eight zeros, at a multiple of eight from its start. */
function padded(length: number): number {
  return (Math.floor(length / 8) + 1) * 8;
}

/** Extensions: four letters, a length, content. */
function sharedName(extensions: Buffer, hashBytes: HashBytes): string | undefined {
  for (let at = 0; at + 8 <= extensions.length; at += 8 + extensions.readUInt32BE(at + 4)) {
    if (extensions.toString('latin1', at, at + 4) === SHARED) return extensions.toString('hex', at + 8, at + 8 + hashBytes);
  }
  return undefined;
}

function readable(name: Buffer): Gitlink {
  const path = name.toString('utf8');
  return Buffer.from(path, 'utf8').equals(name) ? path : Buffer.from(name);
}
