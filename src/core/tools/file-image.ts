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

export type Found = { readonly type: 'file'; readonly image: FileImage } | { readonly type: 'missing' } | Unfit;

/** What is there and cannot be changed; `why` is a clause about it. */
interface Unfit {
  readonly type: 'not_file';
  readonly why: string;
}

/** Above this a file is not text to edit. */
const MAX_BYTES = 64 * 1024 * 1024;
const SNIFFED = 8_192;
const NEW_FILE_MODE = 0o644;

export async function loadImage(path: string): Promise<Found> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return unfit('it is a folder');
    if (!stats.isFile()) return unfit('it is not a regular file');
    if (stats.size > MAX_BYTES) return unfit(`it has ${stats.size} bytes, and files of more than 64 MiB are not changed; use bash for it`);
    const handle = await openReal(path);
    try {
      return { type: 'file', image: imageOf(await handle.readFile(), stats.mode & 0o7777) };
    } finally {
      await handle.close();
    }
  } catch (failure) {
    const errno = errnoOf(failure);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return { type: 'missing' };
    if (errno === 'EACCES' || errno === 'EPERM') return unfit('it cannot be read: permission denied');
    if (errno === 'ELOOP') return unfit('it leads elsewhere by now: something that runs changed it');
    throw failure;
  }
}

function unfit(why: string): Unfit {
  return { type: 'not_file', why };
}

/** Why a file without text cannot be changed as text. */
export function describeNoText({ bytes }: FileImage): string {
  return isBinary(bytes) ? 'it is a binary file' : 'it is not UTF-8 text; convert it first, for example with iconv';
}

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, SNIFFED).includes(0);
}

function imageOf(bytes: Buffer, mode: number): FileImage {
  return { bytes, text: decode(bytes), mode, hash: hashBytes(bytes) };
}

export function imageOfText(text: string, mode = NEW_FILE_MODE): FileImage {
  const bytes = Buffer.from(text);
  return { bytes, text, mode, hash: hashBytes(bytes) };
}

function decode(bytes: Buffer): string | undefined {
  if (isBinary(bytes)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
