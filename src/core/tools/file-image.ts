import { stat } from 'node:fs/promises';
import { errnoOf } from '../lib/errno.ts';
import { hashBytes } from './file-hash.ts';
import { openReal } from './real-file.ts';

/** A file as a batch of changes sees it. `text` is absent when the bytes are not UTF-8 text. */
export interface FileImage {
  readonly bytes: Buffer;
  readonly text: string | undefined;
  readonly mode: number;
  readonly hash: string;
}

export type Found = { readonly type: 'file'; readonly image: FileImage } | { readonly type: 'missing' } | { readonly type: 'not_file' };

/** Above this a file is not text to edit. */
const MAX_BYTES = 64 * 1024 * 1024;
const NEW_FILE_MODE = 0o644;

export async function loadImage(path: string): Promise<Found> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return { type: 'not_file' };
    const handle = await openReal(path);
    try {
      return { type: 'file', image: imageOf(await handle.readFile(), stats.mode & 0o7777) };
    } finally {
      await handle.close();
    }
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return { type: 'missing' };
    throw failure;
  }
}

function imageOf(bytes: Buffer, mode: number): FileImage {
  return { bytes, text: decode(bytes), mode, hash: hashBytes(bytes) };
}

export function imageOfText(text: string, mode = NEW_FILE_MODE): FileImage {
  const bytes = Buffer.from(text);
  return { bytes, text, mode, hash: hashBytes(bytes) };
}

function decode(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8_192).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
