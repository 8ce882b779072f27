/**
 * What can be found in a log, in short: `text-index.bin` beside it. A sequence of pieces, each a filter of the texts in one stretch of the log:
 *
 *   magic, bytes of the filter, 1 when texts of the stretch lie in blobs, or 0 (u32 each) · begin, end in the log (f64 each) · the filter
 *   · CRC-32 of all before (u32)      little-endian
 *
 * The magic stands for what is indexed and how: an index of an earlier build is one that is not there. A line with texts in blobs is a stretch of its own.
 *
 * Pieces follow one another without gap from the beginning of the log; what does not is ignored. It may be missing, damaged or behind: then what it does not cover is searched in
 * the log itself. It can be made again from the log at any time.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeAtomic } from '../lib/atomic-file.ts';
import { Slices } from '../lib/slices.ts';
import type { BlobStore } from './blob-store.ts';
import { EVERYTHING, GramCollector, type GramFilter, mayHold } from './gram-filter.ts';
import { linesOf } from './log-lines.ts';
import { hasMovedTexts, movedTexts, searchedTexts } from './searched-texts.ts';

const MAGIC = 0x33_49_54_53;
const HEAD = 28;
const TAIL = 4;

/** Bytes of a log, from the first up to, without, the second. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Piece extends GramFilter, Stretch {
  readonly moved: boolean;
}

/** A log, and where the texts are that were moved out of it. */
export interface IndexedLog {
  readonly path: string;
  readonly blobs: BlobStore;
}

export interface TextIndex {
  readonly pieces: readonly Piece[];
  /** Bytes of the log from its beginning that the pieces stand for. */
  readonly covered: number;
  /** Bytes of the index that are sound, and that there are. */
  readonly sound: number;
  readonly size: number;
}

const NONE: TextIndex = { pieces: [], covered: 0, sound: 0, size: 0 };

/** Synchronous, because a thousand of these small files are read for one search. A file that is missing or unreadable covers nothing. */
export function readTextIndex(path: string): TextIndex {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.allocUnsafe(fstatSync(file).size);
      return parse(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)));
    } finally {
      closeSync(file);
    }
  } catch {
    return NONE;
  }
}

/** Whether the log may hold texts with these runs of letters: in what the index covers, or in the rest. */
export function mayBeIn(index: TextIndex, logBytes: number, grams: readonly number[]): boolean {
  return logBytes !== index.covered || index.pieces.some((piece) => mayHold(piece, grams));
}

/** The stretches of the log that may hold them in texts that lie in blobs: in what the index covers, and all of the rest. */
export function movedMayBeIn(index: TextIndex, logBytes: number, grams: readonly number[]): readonly Stretch[] {
  if (logBytes < index.covered) return [{ from: 0, to: logBytes }];
  const rest = logBytes > index.covered ? [{ from: index.covered, to: logBytes }] : [];
  return [...index.pieces.filter((piece) => piece.moved && mayHold(piece, grams)), ...rest];
}

/**
 * Brings the index up to date with the log, up to its last whole line, unless it is behind by more than `most` bytes; it also ends behind so many letters from blobs.
 * Rejects with the errno of what failed.
 */
export async function updateTextIndex(path: string, log: IndexedLog, most = Number.POSITIVE_INFINITY): Promise<void> {
  const before = readTextIndex(path);
  const { size } = await stat(log.path);
  const fits = before.covered <= size && before.sound === before.size;
  const from = fits ? before.covered : 0;
  if (size - from > most) return;
  const made = await piecesOf(log, { from, to: size }, most);
  if (!fits) await writeAtomic(path, made, { sync: false });
  else if (made.length > 0) await appendFile(path, made, { mode: 0o600 });
}

function parse(bytes: Buffer): TextIndex {
  const pieces: Piece[] = [];
  let [at, covered] = [0, 0];
  while (bytes.length - at >= HEAD + TAIL && bytes.readUInt32LE(at) === MAGIC) {
    const end = at + HEAD + bytes.readUInt32LE(at + 4);
    if (bytes.length < end + TAIL || crc32(bytes.subarray(at, end)) !== bytes.readUInt32LE(end)) break;
    const [from, to] = [bytes.readDoubleLE(at + 12), bytes.readDoubleLE(at + 20)];
    if (from === covered) {
      covered = to;
      pieces.push({ bits: bytes.subarray(at + HEAD, end), from, to, moved: bytes.readUInt32LE(at + 8) === 1 });
    }
    at = end + TAIL;
  }
  return { pieces, covered, sound: at, size: bytes.length };
}

function encode({ bits, from, to, moved }: Piece): Buffer {
  const bytes = Buffer.alloc(HEAD + bits.length + TAIL);
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(bits.length, 4);
  bytes.writeUInt32LE(moved ? 1 : 0, 8);
  bytes.writeDoubleLE(from, 12);
  bytes.writeDoubleLE(to, 20);
  bytes.set(bits, HEAD);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, HEAD + bits.length)), HEAD + bits.length);
  return bytes;
}

async function piecesOf({ path, blobs }: IndexedLog, { from, to }: Stretch, most: number): Promise<Buffer> {
  const made: Buffer[] = [];
  const slices = new Slices();
  let [begin, at, letters, collector] = [from, from, 0, new GramCollector()];
  const end = (): void => {
    if (at > begin) made.push(encode({ ...collector.filter(), from: begin, to: at, moved: false }));
    [begin, collector] = [at, new GramCollector()];
  };
  for await (const line of linesOf(path, from, to)) {
    const next = at + line.length + 1;
    if (hasMovedTexts(line)) {
      end();
      const filter = await movedFilter(line.toString(), blobs, slices);
      made.push(encode({ ...filter, from: at, to: next, moved: true }));
      letters += filter.letters;
      begin = next;
    } else for (const { text } of searchedTexts(line.toString())) collector.add(text);
    at = next;
    if (collector.full) end();
    if (slices.over) await slices.pause();
    if (letters > most) break;
  }
  end();
  return Buffer.concat(made);
}

/** Of a line whose blobs cannot be read all, it says "perhaps" to everything: they may be there again. */
async function movedFilter(line: string, blobs: BlobStore, slices: Slices): Promise<GramFilter & { readonly letters: number }> {
  const collector = new GramCollector();
  let letters = 0;
  const { texts, missing } = await movedTexts(line, blobs);
  for (const { text } of texts) {
    collector.add(text);
    letters += text.length;
    if (slices.over) await slices.pause();
  }
  return { ...(missing ? EVERYTHING : collector.filter()), letters };
}
