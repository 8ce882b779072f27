import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { linesOf, placesIn, stretchesOf } from './log-lines.ts';

let workspace: TempWorkspace;
beforeEach(async () => {
  workspace = await createTempWorkspace({ git: false });
});
afterEach(() => workspace.remove());

/** Short lines, and some longer than what is read at once. */
const sizes = fc.array(fc.oneof(fc.nat({ max: 200_000 }), fc.integer({ min: 900_000, max: 2_500_000 })), { maxLength: 8 });

test('a file comes line by line with the place of each, however long they are, without what is not finished', async () => {
  const path = join(workspace.path, 'log');
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat({ max: 1_500_000 }), async (lengths, rest) => {
      const lines = lengths.map((length, index) => String(index % 10).repeat(length));
      const text = [...lines, 'x'.repeat(rest)].join('\n');
      await writeFile(path, text);
      const found: string[] = [];
      for await (const line of linesOf(path, 0, text.length)) found.push(line.toString());
      expect(found.map(({ length }) => length)).toEqual(lengths);
      expect(found.every((line, index) => line === lines[index])).toBe(true);
      let begins = 0;
      for await (const stretch of stretchesOf(path, 0, text.length)) {
        for (const [start, end] of placesIn(stretch)) {
          expect(stretch.offset + start).toBe(begins);
          begins += end - start + 1;
        }
      }
      expect(begins).toBe(text.length - rest);
    }),
    { numRuns: 30 },
  );
});

test('a stretch of a file begins and ends where it is asked to', async () => {
  const path = join(workspace.path, 'log');
  await writeFile(path, 'one\ntwo\nthree\nfour\n');
  const found: string[] = [];
  for await (const line of linesOf(path, 4, 14)) found.push(line.toString());
  expect(found).toEqual(['two', 'three']);
});
