import { createHash } from 'node:crypto';
import { openReal } from './real-file.ts';

/** Eight hex digits stand for a whole file: enough to notice that it changed, short enough for a model to repeat. */
const DIGITS = 8;

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, DIGITS);
}

const CHUNK_BYTES = 64 * 1024;

/** By a path in which every link was followed: rejects with ELOOP when it leads elsewhere by now. Without a stream, which would cost more than a small file itself. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const handle = await openReal(path);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return hash.digest('hex').slice(0, DIGITS);
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
