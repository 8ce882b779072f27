/**
 * What can be found in a log, in short: `text-index.bin` beside it. A sequence of pieces, each a filter of the texts in one stretch of the log:
 *
 *   magic, bytes of the filter (u32 each) · begin, end in the log (f64 each) · the filter · CRC-32 of all before (u32)      little-endian
 *
 * Pieces follow one another without gap from the beginning of the log; what does not is ignored. It may be missing, damaged or behind: then what it does not cover is searched in
 * the log itself. It can be made again from the log at any time.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeAtomic } from '../lib/atomic-file.ts';
import { Slices } from '../lib/slices.ts';
import { GramCollector, type GramFilter, mayHold } from './gram-filter.ts';
import { linesOf } from './log-lines.ts';
import { searchedTexts } from './searched-texts.ts';

const MAGIC = 0x31_49_54_53;
const HEAD = 24;
const TAIL = 4;
export interface TextIndex {
  readonly pieces: readonly GramFilter[];
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

/** Brings the index up to date with the log, up to its last whole line, unless it is behind by more than `most` bytes. Rejects with the errno of what failed. */
export async function updateTextIndex(path: string, log: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const before = readTextIndex(path);
  const { size } = await stat(log);
  const fits = before.covered <= size && before.sound === before.size;
  const from = fits ? before.covered : 0;
  if (size - from > most) return;
  const made = await piecesOf(log, from, size);
  if (!fits) await writeAtomic(path, made, { sync: false });
  else if (made.length > 0) await appendFile(path, made, { mode: 0o600 });
}

function parse(bytes: Buffer): TextIndex {
  const pieces: GramFilter[] = [];
  let [at, covered] = [0, 0];
  while (bytes.length - at >= HEAD + TAIL && bytes.readUInt32LE(at) === MAGIC) {
    const end = at + HEAD + bytes.readUInt32LE(at + 4);
    if (bytes.length < end + TAIL || crc32(bytes.subarray(at, end)) !== bytes.readUInt32LE(end)) break;
    if (bytes.readDoubleLE(at + 8) === covered) {
      covered = bytes.readDoubleLE(at + 16);
      pieces.push({ bits: bytes.subarray(at + HEAD, end) });
    }
    at = end + TAIL;
  }
  return { pieces, covered, sound: at, size: bytes.length };
}

function encode({ bits }: GramFilter, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(HEAD + bits.length + TAIL);
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(bits.length, 4);
  bytes.writeDoubleLE(from, 8);
  bytes.writeDoubleLE(to, 16);
  bytes.set(bits, HEAD);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, HEAD + bits.length)), HEAD + bits.length);
  return bytes;
}

async function piecesOf(log: string, from: number, to: number): Promise<Buffer> {
  const made: Buffer[] = [];
  const slices = new Slices();
  let [begin, at, collector] = [from, from, new GramCollector()];
  for await (const line of linesOf(log, from, to)) {
    for (const { text } of searchedTexts(line.toString())) collector.add(text);
    at += line.length + 1;
    if (collector.full) {
      made.push(encode(collector.filter(), begin, at));
      [begin, collector] = [at, new GramCollector()];
    }
    if (slices.over) await slices.pause();
  }
  if (at > begin) made.push(encode(collector.filter(), begin, at));
  return Buffer.concat(made);
}
