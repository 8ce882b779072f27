import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endsInTime } from '../testing/bounded-work.ts';
import { applyHunks } from './apply-patch/apply-hunks.ts';
import type { PatchLine } from './apply-patch/patch-parse.ts';
import { findRun, findRuns } from './find-run.ts';
import { describeMiss, occurrences } from './match.ts';

const letters = (maxLength: number, minLength = 0) =>
  fc.array(fc.constantFrom('a', 'b'), { minLength, maxLength }).map((parts) => parts.join(''));

test('a run is found where a text finds it', () => {
  fc.assert(
    fc.property(letters(40), letters(6, 1), fc.nat({ max: 10 }), (text, wanted, from) => {
      expect(findRun(text, wanted, from)).toBe(text.indexOf(wanted, from));
      expect(findRuns(text, wanted)).toEqual(occurrences(text, wanted));
    }),
    { numRuns: 2_000 },
  );
});

test('lines that are nearly there tens of thousands of times are looked for once, and what is told of them is true', () => {
  const text = 'x\n'.repeat(200_000);
  const kept: readonly PatchLine[] = Array.from({ length: 20_000 }, () => ({ sign: ' ', text: 'x' }));
  const hunk = { line: 3, anchors: [], lines: [...kept, { sign: '-' as const, text: 'y' }], atEnd: false };
  const missed =
    'was not found as a whole; lines like "x" are at\n    line 1: x\n    line 2: x\n    line 3: x\n    line 4: x\n    line 5: x';
  expect(endsInTime(() => applyHunks(text, [hunk]))).toEqual({ ok: false, error: `the hunk at line 3 of the patch ${missed}` });
  const wanted = `${'x\n'.repeat(20_000)}y`;
  expect(endsInTime(() => occurrences(text, wanted))).toEqual([]);
  expect(endsInTime(() => describeMiss(text, wanted))).toBe(`old_string ${missed}`);
});

test('a patch changes a file of very many lines', () => {
  const lines: PatchLine[] = [
    { sign: ' ', text: 'x' },
    { sign: '-', text: 'y' },
  ];
  expect(applyHunks(`${'x\n'.repeat(300_000)}y\n`, [{ line: 3, anchors: [], lines, atEnd: false }])).toEqual({
    ok: true,
    value: 'x\n'.repeat(300_000),
  });
});

test.each([
  [
    'a line that is there is named, not the first that is long',
    'foo bar\nb',
    'long line\nfoo bar',
    'lines like "foo bar" are at\n    line 1: foo bar',
  ],
  ['also a short one', '}\n', 'gone away\n}', 'lines like "}" are at\n    line 1: }'],
  ['what is part of a line', 'let foo = 1;\n', 'foo\nbar', 'lines like "foo" are at\n    line 1: let foo = 1;'],
  ['nothing', 'a\n', 'long\nb', 'no line of it is in the file'],
])('of a text that is not found %s is told', (_, text, wanted, told) => {
  expect(describeMiss(text, wanted)).toContain(told);
});
