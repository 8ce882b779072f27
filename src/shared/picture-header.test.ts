import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { png } from '../core/testing/pictures.ts';
import { pictureHeader, startsLikePicture } from './picture-header.ts';

const latin = (text: string, ...rest: readonly number[]) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(rest)]);

const GIF = latin('GIF89a', 0x80, 0x02, 0xe0, 0x01, 0, 0, 0);
/** An application segment, then a quantisation table, then the frame. */
const JPEG = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xe1, 0x00, 0x06, 0xff, 0xc0, 0x01, 0x01],
  ...[0xff, 0xdb, 0x00, 0x03, 0x00, 0xff, 0xff, 0xc2, 0x00, 0x11, 0x08, 0x01, 0xe0, 0x02, 0x80, 0x03],
]);
const riff = (chunk: string, ...body: readonly number[]) => latin(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, ...body, ...Array(20).fill(0));
const LOSSY = riff('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01);
const LOSSLESS = riff('VP8L', 0x2f, 0x7f, 0xc2, 0x77, 0x00);
const EXTENDED = riff('VP8X', 0, 0, 0, 0, 0x7f, 0x02, 0x00, 0xdf, 0x01, 0x00);

describe('a picture is known by its content', () => {
  test.each([
    ['image/png', png(640, 480)],
    ['image/gif', GIF],
    ['image/jpeg', JPEG],
    ['image/webp', LOSSY],
    ['image/webp', LOSSLESS],
    ['image/webp', EXTENDED],
  ] as const)('%s', (mime, bytes) => {
    expect([pictureHeader(bytes), startsLikePicture(bytes)]).toEqual([{ mime, width: 640, height: 480 }, true]);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a script that is called .png', Buffer.from('#!/bin/sh\nexit 1\n')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ['BMP', latin('BM', ...Array(60).fill(1))],
    ['no pixels', latin('GIF89a', 0, 0, 0, 0, 0, 0, 0)],
  ])('%s is none', (_, bytes) => {
    expect(pictureHeader(bytes)).toBeUndefined();
  });

  test('whatever the bytes, and wherever they end, it gives an answer', () => {
    const start = fc.constantFrom(png(2, 2), GIF, JPEG, LOSSY, LOSSLESS, EXTENDED);
    const broken = fc.tuple(start, fc.nat(60), fc.uint8Array({ maxLength: 80 })).map(([bytes, keep, rest]) => {
      return Buffer.concat([bytes.subarray(0, keep), rest]);
    });
    fc.assert(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const header = pictureHeader(bytes);
        expect(header === undefined || (header.width > 0 && header.height > 0)).toBe(true);
      }),
    );
  });

  test('a view into a larger buffer is read from its own beginning', () => {
    const whole = Buffer.concat([Buffer.from('prefix'), png(3, 5)]);
    expect(pictureHeader(whole.subarray(6))).toEqual({ mime: 'image/png', width: 3, height: 5 });
  });
});
