import type { Picture } from '../../shared/attachments.ts';
import { type PictureHeader, pictureHeader } from '../../shared/picture-header.ts';
import { type BlobStore, blobOf } from './blob-store.ts';

export interface KnownPicture extends PictureHeader {
  readonly name: string;
}

/** Longer names would not be readable again. */
const LONGEST_NAME = 255;

/** On disk when it resolves. Rejects with the errno of what failed. */
export async function keepPicture(blobs: BlobStore, bytes: Uint8Array, { name, mime, width, height }: KnownPicture): Promise<Picture> {
  const blob = blobOf(Buffer.from(bytes));
  await blobs.write(blob);
  return { blob: blob.sha256, mime, width, height, bytes: bytes.length, name: name.slice(-LONGEST_NAME) || 'picture' };
}

/** A kept picture; undefined when it is missing, damaged or no picture. */
export async function readPicture(blobs: BlobStore, sha256: string): Promise<(PictureHeader & { readonly bytes: Buffer }) | undefined> {
  const bytes = await blobs.bytes(sha256);
  const header = bytes && pictureHeader(bytes);
  return header && { ...header, bytes };
}
