import type { PictureType } from './attachments.ts';

export interface PictureHeader {
  readonly mime: PictureType;
  /** Pixels, as they are stored: a photograph may be turned when it is shown. */
  readonly width: number;
  readonly height: number;
}

/** What a file is by its content, whatever it is called; undefined for what is no PNG, JPEG, WebP or GIF, or is broken off in its header. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
  return found && found.width > 0 && found.height > 0 ? found : undefined;
}

function textAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return '';
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}

function readPng(view: DataView): PictureHeader | undefined {
  if (view.byteLength < 24 || textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR') return undefined;
  return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): PictureHeader | undefined {
  if (view.byteLength < 10 || !/^GIF8[79]a$/.test(textAt(view, 0, 6))) return undefined;
  return { mime: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** One of three layouts, by the name of the first chunk. */
function readWebp(view: DataView): PictureHeader | undefined {
  if (view.byteLength < 30 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined;
  const mime = 'image/webp';
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      return { mime, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { mime, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { mime, width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

/** Segments that hold the size: all starts of a frame, which share a range with three others. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readJpeg(view: DataView): PictureHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrameStart(marker)) return { mime: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/** Whether a file that begins like this may be a picture; a few bytes are enough. */
export function startsLikePicture(start: Uint8Array): boolean {
  const text = String.fromCharCode(...start.subarray(0, 12));
  return /^(?:\x89PNG|GIF8[79]a|\xff\xd8\xff|RIFF[\s\S]{4}WEBP)/.test(text);
}
