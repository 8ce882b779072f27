import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Eight hex digits stand for a whole file: enough to notice that it changed, short enough for a model to repeat. */
const DIGITS = 8;

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, DIGITS);
}

export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, DIGITS);
}
