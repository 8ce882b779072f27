import { open } from 'node:fs/promises';

/** Bytes of a log that are read at once, at most. */
const STEP = 1024 * 1024;

/** Whole lines of a stretch of a file, without their newlines. */
export async function* linesOf(path: string, from: number, to: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    let rest = Buffer.alloc(0);
    for (let at = from; at < to; at += STEP) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.min(STEP, to - at)), 0, Math.min(STEP, to - at), at);
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } finally {
    await file.close();
  }
}
