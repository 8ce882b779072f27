import { basename } from 'node:path';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, type Picture } from '../../shared/attachments.ts';
import { hasPictureEnd } from '../../shared/picture-end.ts';
import { type PictureHeader, pictureHeader, startsLikePicture } from '../../shared/picture-header.ts';
import { openReal } from './real-file.ts';

/** Keeps the bytes of a picture for as long as the session is there. Rejects with an errno. */
export type KeepPicture = (bytes: Uint8Array, known: PictureHeader & { readonly name: string }) => Promise<Picture>;

export interface PictureFile extends PictureHeader {
  readonly name: string;
  readonly bytes: Buffer;
}

/** `reason` is a clause about the picture, such as "it is 6.1 MB, and 3.9 MB is the most". */
export type FoundPicture =
  | { readonly type: 'picture'; readonly file: PictureFile }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'other' };

const START_BYTES = 16;
export const SMALLER = 'Make a smaller copy, for example with `convert in.png -resize 2000x2000 out.png` of ImageMagick.';

/** Looks at the content of a file, not its name. `path` holds no link, `size` is that of the file. Rejects with an errno. */
export async function readPictureFile(path: string, size: number): Promise<FoundPicture> {
  const handle = await openReal(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    if (!startsLikePicture(buffer.subarray(0, bytesRead))) return { type: 'other' };
    if (size > MAX_PICTURE_BYTES) return { type: 'refused', reason: tooManyBytes(size) };
    return judgePicture(await handle.readFile(), basename(path));
  } finally {
    await handle.close();
  }
}

/** The same of bytes that came from somewhere else. */
export function judgePicture(bytes: Buffer, name: string): FoundPicture {
  const header = pictureHeader(bytes);
  if (!header) return { type: 'other' };
  if (bytes.length > MAX_PICTURE_BYTES) return { type: 'refused', reason: tooManyBytes(bytes.length) };
  if (!hasPictureEnd(bytes, header.mime)) return { type: 'refused', reason: 'it is broken off: its end is missing' };
  const { width, height } = header;
  if (Math.max(width, height) > MAX_PICTURE_SIDE) {
    return { type: 'refused', reason: `it has ${width}x${height} pixels, and ${MAX_PICTURE_SIDE} a side is the most` };
  }
  return { type: 'picture', file: { ...header, name, bytes } };
}

function tooManyBytes(bytes: number): string {
  return `it is ${megabytes(bytes)} MB, and ${megabytes(MAX_PICTURE_BYTES)} MB is the most`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
