import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expand, retype } from './expand.ts';

const VARIABLES = { HOME: '/home/ann', EMPTY: '', KEY: 'a$b' };

test.each([
  [`\${HOME}/x`, '/home/ann/x', []],
  ['$HOME/x', '/home/ann/x', []],
  ['$$HOME', '$HOME', []],
  [`\${EMPTY}`, '', []],
  [`\${EMPTY:-fallback}`, 'fallback', []],
  [`\${GONE:-}`, '', []],
  [`\${GONE:-\${HOME}/$HOME}`, '/home/ann//home/ann', []],
  [`\${GONE:-\${LOST:-{}}}`, '{}', []],
  [`\${KEY}`, 'a$b', []],
  ['\\$HOME', '\\/home/ann', []],
  [`$GONE \${LOST} \${HOME}`, '  /home/ann', ['GONE', 'LOST']],
  [`\${GONE:-$LOST}`, '', ['LOST']],
  [`100$ and $5 and \${`, `100$ and $5 and \${`, []],
])('%s becomes %s', (text, expanded, missing) => {
  expect(expand(text, VARIABLES)).toEqual({ text: expanded, missing });
});

test('a value with every dollar doubled comes out as it was meant', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(expand(text.replaceAll('$', '$$$$'), VARIABLES)).toEqual({ text, missing: [] });
    }),
  );
});

test('numbers and booleans are typed again, everything else stays text', () => {
  expect(['12', '-1.5', '1e3', 'true', 'false', '', '~', '0x10', '12 ', 'yes', '1.2.3'].map(retype)).toEqual([
    12,
    -1.5,
    1000,
    true,
    false,
    '',
    '~',
    '0x10',
    '12 ',
    'yes',
    '1.2.3',
  ]);
});
