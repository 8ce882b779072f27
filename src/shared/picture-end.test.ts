import { expect, test } from 'vitest';
import { endsInTime } from '../core/testing/bounded-work.ts';
import { png } from '../core/testing/pictures.ts';
import { hasPictureEnd } from './picture-end.ts';

const latin = (text: string, ...rest: readonly number[]) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(rest)]);
const GIF = latin('GIF89a', 0x80, 2, 0xe0, 1, 0, 0, 0, 0x2c, 0, 0, 0x3b);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 8, 8, 1, 0xe0, 2, 0x80, 3, 0xff, 0xda, 1, 2, 3, 0xff, 0xd9]);
const WEBP = latin('RIFF', 12, 0, 0, 0, ...Buffer.from('WEBPVP8 ', 'latin1'), 1, 2, 3, 4);

test.each([
  ['image/png', png(640, 480)],
  ['image/gif', GIF],
  ['image/jpeg', JPEG],
  ['image/webp', WEBP],
] as const)('of %s every beginning is broken off, and what stands behind the end does not matter', (mime, whole) => {
  expect(hasPictureEnd(Buffer.concat([whole, Buffer.from('more')]), mime)).toBe(true);
  const ended = Array.from({ length: whole.length - 24 > 0 ? 24 : 4 }, (_, cut) =>
    hasPictureEnd(whole.subarray(0, whole.length - 1 - cut), mime),
  );
  // The last four bytes of a PNG are a sum over nothing.
  expect(ended.filter(Boolean).length).toBe(0);
});

test('many bytes that look like an end take no longer than there are', () => {
  const many = Buffer.alloc(3_000_000, 0xd9);
  expect(endsInTime(() => hasPictureEnd(many, 'image/jpeg'))).toBe(false);
});
