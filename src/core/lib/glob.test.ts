import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { endsInTime } from '../testing/bounded-work.ts';
import { globMatcher } from './glob.ts';

const piece = fc.constantFrom(
  'a',
  'b',
  'c',
  '.a',
  '?',
  '*',
  '[ab]',
  '[^a]',
  '[a-b]',
  '{a,b}',
  '{a,b*}',
  '{aa,{b,c}}',
  '\\*',
  'a.ts',
  '*.ts',
);
const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(piece, { minLength: 1, maxLength: 3 })
      .map((pieces) => pieces.join(''))
      .filter((text) => !text.includes('**')),
  },
  { weight: 1, arbitrary: fc.constant('**') },
);
const name = fc
  .array(fc.constantFrom('a', 'b', 'c', '.a', '*', 'a.ts', 'x'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

test('ordinary patterns mean what they mean elsewhere', () => {
  const patterns = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const paths = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(patterns, fc.array(paths, { minLength: 1, maxLength: 6 }), (pattern, all) => {
      const elsewhere = picomatch(pattern, { dot: true, nonegate: true, noextglob: true });
      const matches = globMatcher(pattern);
      expect(all.filter((path) => matches(path))).toEqual(all.filter((path) => elsewhere(path)));
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test.each([
  ['**/*.ts', ['a.ts', 'a/b.ts', '.x/c.ts'], ['a.tsx', 'a.ts/b']],
  ['src/**', ['src', 'src/a', 'src/a/b'], ['srcs/a', 'a/src/b']],
  ['src/{a,b/c}/*.json', ['src/a/x.json', 'src/b/c/x.json'], ['src/b/x.json', 'src/a/b/x.json']],
  ['a**b', ['ab', 'axb'], ['a/b']],
  ['{a', ['{a'], ['a']],
  ['{a}', ['{a}'], ['a']],
  ['[a', ['[a'], ['a']],
  ['a,b', ['a,b'], ['a']],
  ['\\[a\\]\\*', ['[a]*'], ['a', '[a]x']],
  ['[!a]', ['b', '!'], ['a', '/']],
  ['[]a]x', [']x', 'ax'], ['x']],
  ['?', ['é', '😀'], ['', 'ab', '/']],
  ['', [''], ['a']],
])('%s', (pattern, yes, no) => {
  const matches = globMatcher(pattern);
  expect([...yes, ...no].filter((path) => matches(path))).toEqual(yes);
});

test.each([
  ['names', `${'*a'.repeat(200)}b`, 'a'.repeat(2_000)],
  ['folders', `${'**/a/'.repeat(200)}b`, 'a/'.repeat(1_000)],
  ['alternatives', `${'{a,aa,*}'.repeat(100)}b`, 'a'.repeat(1_000)],
  ['braces that nothing closes', '{a,'.repeat(3_000), 'a'.repeat(1_000)],
  ['nested braces', `${'{a,'.repeat(3_000)}b${'}'.repeat(3_000)}`, 'c'.repeat(1_000)],
])('%s that could be met in very many ways cost no more for it', (_, pattern, path) => {
  expect(endsInTime(() => globMatcher(pattern)(path))).toBe(false);
});
