import { createHash } from 'node:crypto';
import { openReal } from './real-file.ts';

/** Eight hex digits stand for a whole file: enough to notice that it changed, short enough for a model to repeat. */
const DIGITS = 8;

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, DIGITS);
}

/** By a path in which every link was followed: rejects with ELOOP when it leads elsewhere by now. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const handle = await openReal(path);
  for await (const chunk of handle.createReadStream({ signal })) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, DIGITS);
}
