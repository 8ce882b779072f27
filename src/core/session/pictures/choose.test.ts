import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallId, MessageId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages.ts';
import type { PictureLimits } from '../../providers/provider.ts';
import { grouped, halfOf, overLimit, type ShownPicture, sentBytes, shownPictures } from './choose.ts';

const LIMITS: PictureLimits = { count: 6, bytes: 6_000, large: { side: 2_000, count: 4 } };

function shown(number: number, rest: Partial<ShownPicture> = {}, more: Partial<ShownPicture['picture']> = {}): ShownPicture {
  const blob = number.toString(16).padStart(64, '0');
  const picture = { blob, mime: 'image/png', width: 8, height: 8, bytes: 30, name: `${number}.png`, ...more } as const;
  return { of: `m${number}` as MessageId, picture, fresh: false, pinned: false, ...rest };
}

function numbers(pictures: readonly ShownPicture[]): readonly string[] {
  return pictures.map(({ picture }) => picture.name.replace('.png', ''));
}

const many = (count: number, rest: Partial<ShownPicture> = {}, first = 1): readonly ShownPicture[] =>
  Array.from({ length: count }, (_, index) => shown(index + first, rest));

describe('what a request cannot hold', () => {
  test('is nothing as long as all fits', () => {
    expect(overLimit(many(6), LIMITS)).toEqual([]);
  });

  test('are the oldest, until half of what fits is left', () => {
    expect(numbers(overLimit(many(7), LIMITS))).toEqual(['1', '2', '3', '4']);
    expect(numbers(overLimit([shown(1, {}, { bytes: 4_000 }), shown(2), shown(3, {}, { bytes: 2_000 })], LIMITS))).toEqual(['1']);
  });

  test('are new ones only when they alone are too many, and pinned ones after the others', () => {
    expect(numbers(overLimit([...many(2), shown(3, { pinned: true }), ...many(6, { fresh: true }, 4)], LIMITS))).toEqual(['1', '2', '3']);
    expect(numbers(overLimit(many(8, { fresh: true }), LIMITS))).toEqual(['1', '2']);
    expect(numbers(overLimit([shown(1, { pinned: true }), ...many(7).slice(1)], LIMITS))).toEqual(['2', '3', '4', '5']);
  });

  test('is a large one among many', () => {
    const large = shown(1, {}, { width: 3_000 });
    expect(overLimit([large, ...many(4).slice(1)], LIMITS)).toEqual([]);
    expect(numbers(overLimit([large, ...many(5).slice(1)], LIMITS))).toEqual(['1', '2']);
  });

  test('goes out of a message with every copy of it there', () => {
    const twice = [shown(1), shown(1), ...many(6).slice(1)];
    expect(grouped(overLimit(twice, { ...LIMITS, count: 6 }))).toEqual(
      [1, 2, 3].map((number) => ({ of: `m${number}`, blobs: [number.toString(16).padStart(64, '0')] })),
    );
  });
});

const arbitrary = fc.array(
  fc.record({ bytes: fc.integer({ min: 1, max: 5_000 }), width: fc.constantFrom(8, 3_000), fresh: fc.boolean(), pinned: fc.boolean() }),
  { minLength: 1, maxLength: 30 },
);

test('what is left always fits, and of what was refused some always goes', () => {
  fc.assert(
    fc.property(arbitrary, (all) => {
      const pictures = all.map(({ bytes, width, ...rest }, index) => shown(index, rest, { bytes, width }));
      const gone = new Set(overLimit(pictures, LIMITS));
      const left = pictures.filter((one) => !gone.has(one));
      expect(overLimit(left, LIMITS)).toEqual([]);
      for (const by of ['count', 'bytes'] as const) {
        const half = halfOf(pictures, by);
        expect(half.length).toBeGreaterThan(0);
        const rest = pictures.filter((one) => !half.includes(one));
        if (by === 'bytes') expect(sentBytes(rest)).toBeLessThanOrEqual(sentBytes(pictures) / 2);
        else expect(rest.length).toBe(Math.floor(pictures.length / 2));
      }
    }),
  );
});

test('a picture is new until the model has answered, and pinned with the answer whose call showed it', () => {
  const [before, after] = [shown(1).picture, shown(2).picture];
  const answer: Message = { role: 'assistant', id: 'a1' as MessageId, model: 'box/tiny', blocks: [], stop: 'tool_calls' };
  const messages: readonly Message[] = [
    { role: 'user', id: 'u1' as MessageId, origin: 'prompt', text: 'x', attachments: [{ kind: 'picture', ...before }] },
    answer,
    { role: 'tool', callId: 'c1' as CallId, name: 'read', text: '', isError: false, pictures: [after] },
  ];
  expect(shownPictures(messages, (message) => message === answer)).toEqual([
    { of: 'u1', picture: { kind: 'picture', ...before }, fresh: false, pinned: false },
    { of: 'c1', picture: after, fresh: true, pinned: true },
  ]);
});
