import { MAX_PICTURE_BYTES, SCALED_SIDE } from '../../shared/attachments.ts';
import { pictureHeader } from '../../shared/picture-header.ts';

/** What a picture that is still too large is tried as, in this order. */
const SMALLER = [
  { type: 'image/png', quality: 1 },
  { type: 'image/jpeg', quality: 0.9 },
  { type: 'image/jpeg', quality: 0.75 },
] as const;

/** The picture as every API takes it: as it is, or smaller where it has to be. Undefined for what is no picture. */
export async function fitPicture(file: Blob): Promise<Blob | undefined> {
  const header = pictureHeader(new Uint8Array(await file.arrayBuffer()));
  if (header === undefined) return undefined;
  const scale = Math.min(1, SCALED_SIDE / Math.max(header.width, header.height));
  if (scale === 1 && file.size <= MAX_PICTURE_BYTES) return file;
  return shrink(file, scale, header.mime).catch(() => file);
}

async function shrink(file: Blob, scale: number, mime: string): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const ways = mime === 'image/jpeg' ? SMALLER.slice(1) : SMALLER;
  let smallest = file;
  for (const way of ways) {
    smallest = await canvas.convertToBlob(way);
    if (smallest.size <= MAX_PICTURE_BYTES) break;
  }
  return smallest;
}

export function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
