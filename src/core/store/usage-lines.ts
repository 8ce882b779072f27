import type { FileHandle } from 'node:fs/promises';
import { type UsageRecord, usageRecordSchema } from '../../shared/usage-report.ts';

/** Small enough that the records in it are read in a few milliseconds, after which others have their turn. */
const PIECE = 256 * 1024;

/** Undefined for a line that a killed process tore, and for one of another shape. */
export function parseRecord(line: string): UsageRecord | undefined {
  try {
    return usageRecordSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** A part of the file as it is; shorter when the file ends before. */
export async function readPart(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const part = Buffer.alloc(Math.max(0, to - from));
  let filled = 0;
  while (filled < part.length) {
    const { bytesRead } = await file.read(part, filled, part.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return part.subarray(0, filled);
}

/** Gives the bytes in pieces, in order. */
export async function eachPiece(file: FileHandle, from: number, to: number, take: (piece: Buffer) => void): Promise<void> {
  for (let at = from; at < to; at += PIECE) take(await readPart(file, at, Math.min(to, at + PIECE)));
}

/** A line with its end, and the place of its bytes. */
export interface PlacedLine {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/** Gives the whole lines of a part of the file, and returns what stands after the last of them. */
export async function eachLine(file: FileHandle, from: number, to: number, take: (line: PlacedLine) => void): Promise<string> {
  let rest = Buffer.alloc(0);
  let at = from;
  await eachPiece(file, from, to, (piece) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let begin = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, begin)) {
      take({ bytes: bytes.subarray(begin, end + 1), from: at + begin, to: at + end + 1 });
      begin = end + 1;
    }
    rest = Buffer.from(bytes.subarray(begin));
    at += begin;
  });
  return rest.toString('utf8');
}
