import { open } from 'node:fs/promises';

/** Bytes of a log that are read at once, as long as no line is longer. */
const STEP = 1024 * 1024;
const NEWLINE = 10;

/** Whole lines of a file, with their newlines, and where the first of them begins. */
export interface Stretch {
  readonly bytes: Buffer;
  readonly offset: number;
}

/** A file from one place to another in stretches; an unfinished line at the end is left out. The bytes of each hold until the next is asked for. */
export async function* stretchesOf(path: string, from: number, to: number): AsyncGenerator<Stretch> {
  const file = await open(path, 'r');
  try {
    let buffer = Buffer.allocUnsafe(Math.min(STEP, to - from));
    let [at, filled] = [from, 0];
    while (at < to) {
      if (filled === buffer.length) buffer = Buffer.concat([buffer], 2 * filled);
      const { bytesRead } = await file.read(buffer, filled, Math.min(buffer.length - filled, to - at), at);
      if (bytesRead === 0) return;
      [at, filled] = [at + bytesRead, filled + bytesRead];
      const whole = buffer.lastIndexOf(NEWLINE, filled - 1) + 1;
      if (whole > 0) yield { bytes: buffer.subarray(0, whole), offset: at - filled };
      buffer.copyWithin(0, whole, filled);
      filled -= whole;
    }
  } finally {
    await file.close();
  }
}

/** Where each whole line of a stretch begins, and where its newline stands. */
export function* placesIn({ bytes }: Stretch): Generator<readonly [number, number]> {
  for (let [start, end] = [0, bytes.indexOf(NEWLINE)]; end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    yield [start, end];
    start = end + 1;
  }
}

/** Whole lines of a stretch of a file, without their newlines. Each holds until the next is asked for. */
export async function* linesOf(path: string, from: number, to: number): AsyncGenerator<Buffer> {
  for await (const stretch of stretchesOf(path, from, to)) {
    for (const [start, end] of placesIn(stretch)) yield stretch.bytes.subarray(start, end);
  }
}
