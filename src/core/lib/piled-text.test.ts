import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PiledText } from './piled-text.ts';

test('the text is what was added, whenever it is asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.constantFrom(1, 1_000, 40_000))), (parts) => {
      const piled = new PiledText('begun ');
      let sum = 'begun ';
      for (const [part, times] of parts) {
        const piece = part.repeat(times);
        sum += piece;
        piled.add(piece);
        expect(piled.text).toBe(sum);
      }
    }),
    { numRuns: 50 },
  );
});

function heapOf<T>(make: () => T): { readonly made: T; readonly bytes: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  collect();
  return { made, bytes: process.memoryUsage().heapUsed - before };
}

const WORDS = 300_000;
const word = (index: number) => `word${index} `;

test('what came word by word is held as long as it is', () => {
  const { made, bytes } = heapOf(() => {
    const piled = new PiledText();
    for (let index = 0; index < WORDS; index += 1) piled.add(word(index));
    return piled;
  });
  expect(bytes / made.text.length).toBeLessThan(1.5);
});
