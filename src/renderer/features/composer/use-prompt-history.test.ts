import { expect, test } from 'vitest';
import { atEdge } from './use-prompt-history.ts';

test.each([
  ['one line', 'older', 3, true],
  ['one line', 'newer', 3, true],
  ['first\nsecond', 'older', 2, true],
  ['first\nsecond', 'newer', 2, false],
  ['first\nsecond', 'older', 8, false],
  ['first\nsecond', 'newer', 8, true],
] as const)('in %j the key for %s at %i leaves the box: %s', (text, towards, caret, leaves) => {
  expect(atEdge(text, towards, { start: caret, end: caret })).toBe(leaves);
});

test('a selection keeps the key', () => {
  expect(atEdge('one line', 'older', { start: 0, end: 3 })).toBe(false);
});
