import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oncePerLine } from './once-per-line.ts';
import { locateRipgrep } from './ripgrep.ts';

const TEXT = 'ab ba\n(a) [b] a\\b\n\naab#b x\nA(B)\n';
const program = await locateRipgrep();

/** Line and place of the first match of each line, or undefined where ripgrep does not take the pattern. */
function firstMatches(pattern: string, text = TEXT): { readonly places: readonly string[]; readonly bytes: number } | undefined {
  const { status, stdout } = spawnSync(program, ['--no-config', '--json', '--regexp', pattern, '-'], { input: text, maxBuffer: 2 ** 30 });
  if (status === 2) return undefined;
  const events = stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const matches = events.filter(({ type }) => type === 'match').map(({ data }) => `${data.line_number}:${data.submatches[0].start}`);
  return { places: matches, bytes: stdout.length };
}

test.each(['a', 'a|ba', 'b$', '^', '(a|b)+', '\\(', '[)]', '[]a]', '[^]]', 'a(?:b)', '(?i)a', 'x*', '\\\\', '[[:alpha:]]b', '\\bb'])(
  '%s begins to match where it did',
  (pattern) => {
    expect(firstMatches(oncePerLine(pattern) ?? '')?.places).toEqual(firstMatches(pattern)?.places);
  },
);

test.each(['a)(b', '(', ')', '[a', 'a\\', '(?x)a # b', 'a(?-x: )', '[a(]('])('%s is left as it is', (pattern) => {
  expect(oncePerLine(pattern)).toBeUndefined();
});

test('whatever the pattern, what it finds is the same, and none is taken that ripgrep would refuse', () => {
  const piece = fc.constantFrom('a', 'b', '(', ')', '[', ']', '|', '*', '\\', '.', '^', '$', '(?i)', '(?:', '?', '#', '{2}', '\\w', '-');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const pattern = pieces.join('');
      const once = oncePerLine(pattern);
      if (once !== undefined) expect([pattern, firstMatches(once)?.places]).toEqual([pattern, firstMatches(pattern)?.places]);
    }),
    { numRuns: 150 },
  );
});

test('of a line that matches in every letter no more is told than the line', () => {
  const text = `${'a'.repeat(200_000)}\n`;
  expect(firstMatches(oncePerLine('a') ?? '', text)?.bytes).toBeLessThan(2.5 * text.length);
});
