import { expect, test } from 'vitest';
import { formatCount, formatDuration, formatTable, formatUsage } from './format.ts';

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [999.5, '1.0 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [125_400, '2 min 5 s'],
])('%d ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [1, '1 file'],
  [0, '0 files'],
  [999, '999 files'],
  [1_000, '1,000 files'],
  [1_234_567, '1,234,567 files'],
])('%d reads %s', (count, text) => {
  expect(formatCount(count, 'file')).toBe(text);
});

test('cached tokens are named only when there are some', () => {
  const usage = { input: 1_200, output: 3, cacheRead: 0, cacheWrite: 0 };
  expect([formatUsage(usage), formatUsage({ ...usage, cacheRead: 1_000 })]).toEqual([
    '1,200 tokens in, 3 out',
    '1,200 (1,000 cached) tokens in, 3 out',
  ]);
});

test('columns are as wide as their widest cell, and lines have no trailing space', () => {
  expect(formatTable([['a', 'b', 'c'], ['long', 'x', ''], ['']])).toBe('a     b  c\nlong  x\n\n');
});
