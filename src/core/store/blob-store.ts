import { createHash } from 'node:crypto';
import { open, readFile, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeAtomic } from '../lib/atomic-file.ts';

/** The most that is kept of one payload. */
const MAX_BLOB_BYTES = 8 * 1024 * 1024;

export interface Blob {
  readonly sha256: string;
  readonly bytes: Buffer;
}

/** Long texts and pictures, each in a file named by its hash, so that equal ones are kept once. */
export interface BlobStore {
  /** On disk and synced when it resolves. Rejects with the errno of what failed. */
  write(blob: Blob): Promise<void>;
  /** The text, or a placeholder that says what is wrong with it. */
  read(sha256: string): Promise<string>;
  /** Its first bytes as text, without a look at whether they are sound; undefined when it is missing. */
  beginning(sha256: string, bytes: number): Promise<string | undefined>;
  /** Undefined when they are missing or damaged. */
  bytes(sha256: string): Promise<Buffer | undefined>;
}

/** Kept as UTF-8; what is longer than the cap ends with a line that says how much is missing. */
export function toBlob(text: string): Blob {
  const bytes = capped(Buffer.from(text, 'utf8'));
  return { sha256: hash(bytes), bytes };
}

/** As it is, whatever its size: whoever keeps it has looked at that. */
export function blobOf(bytes: Buffer): Blob {
  return { sha256: hash(bytes), bytes };
}

export function blobPath(folder: string, sha256: string): string {
  return join(folder, sha256.slice(0, 2), sha256);
}

export function createBlobStore(folder: string): BlobStore {
  const pathOf = (sha256: string) => blobPath(folder, sha256);
  return {
    write: async ({ sha256, bytes }) => {
      const path = pathOf(sha256);
      if (await touch(path, bytes.length)) return;
      await writeAtomic(path, bytes);
      await syncFolder(dirname(path));
    },
    read: async (sha256) => {
      try {
        const bytes = await readFile(pathOf(sha256));
        return hash(bytes) === sha256 ? bytes.toString('utf8') : placeholder(sha256, 'is damaged on disk');
      } catch {
        return placeholder(sha256, 'could not be read from disk');
      }
    },
    beginning: (sha256, bytes) => beginningOf(pathOf(sha256), bytes).catch(() => undefined),
    bytes: async (sha256) => {
      const bytes = await readFile(pathOf(sha256)).catch(() => undefined);
      return bytes && hash(bytes) === sha256 ? bytes : undefined;
    },
  };
}

async function beginningOf(path: string, most: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const size = Math.min(most, (await file.stat()).size);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function placeholder(sha256: string, what: string): string {
  return `[This content ${what}: blob ${sha256.slice(0, 12)}]`;
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether the blob is there already. It is new again then, so that nobody takes it for left over. */
async function touch(path: string, size: number): Promise<boolean> {
  try {
    if ((await stat(path)).size !== size) return false;
    const now = new Date();
    await utimes(path, now, now);
    return true;
  } catch {
    return false;
  }
}

function capped(bytes: Buffer): Buffer {
  if (bytes.length <= MAX_BLOB_BYTES) return bytes;
  let end = MAX_BLOB_BYTES;
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  const marker = `\n[The other ${bytes.length - end} bytes were too long to keep]\n`;
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(marker)]);
}

/** True inside a UTF-8 character, where it must not be cut. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
