import type { PictureType } from './attachments.ts';

/** Whether the bytes of a picture go on to its end: not after a download that broke off. What stands behind the end does not matter. */
export function hasPictureEnd(bytes: Uint8Array, mime: PictureType): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (mime) {
    case 'image/png':
      return pngEnds(view);
    case 'image/gif':
      return bytes.lastIndexOf(0x3b) > 13;
    case 'image/webp':
      return view.getUint32(4, true) + 8 <= view.byteLength;
    case 'image/jpeg':
      return jpegEnds(bytes);
  }
}

/** Every chunk says its length; the last one is called IEND. */
function pngEnds(view: DataView): boolean {
  const end = 0x49454e44;
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) if (view.getUint32(at + 4) === end) return true;
  return false;
}

/** The last mark stands behind the pixels, in which no mark of that name can be. */
function jpegEnds(bytes: Uint8Array): boolean {
  let at = bytes.lastIndexOf(0xd9);
  while (at > 2 && bytes[at - 1] !== 0xff) at = bytes.lastIndexOf(0xd9, at - 1);
  return at > 2;
}
