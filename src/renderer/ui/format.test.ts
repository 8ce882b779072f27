import { expect, test } from 'vitest';
import { ago, clockTime, count, dateTime, duration, elapsed, folderName, plural, size, weekday } from './format.ts';

test('spans of time', () => {
  expect([12, 999, 1_000, 9_960, 59_999, 65_000, 3_600_000, 7_440_000].map(duration)).toEqual([
    '12 ms',
    '999 ms',
    '1.0 s',
    '9.9 s',
    '59 s',
    '1 m 05 s',
    '1 h 00 m',
    '2 h 04 m',
  ]);
  expect([-5, 400, 61_000].map(elapsed)).toEqual(['0 s', '0 s', '1 m 01 s']);
});

test('counts of tokens', () => {
  expect([0, 999, 1_000, 9_440, 128_000, 999_499, 999_500, 1_250_000, 999_499_999, 2_140_000_000].map(count)).toEqual([
    '0',
    '999',
    '1k',
    '9.4k',
    '128k',
    '999k',
    '1M',
    '1.3M',
    '999.5M',
    '2.1B',
  ]);
});

test('sizes of texts', () => {
  expect([0, 812, 9_440, 128_000, 1_250_000, 3_000_000_000].map(size)).toEqual(['0 B', '812 B', '9.4 kB', '128 kB', '1.3 MB', '3 GB']);
});

test('times and days are said in one way, whatever the language of the machine', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).getTime();
  expect([clockTime(at(27, 4), at(27, 23)), clockTime(at(27, 14), at(28, 0)), dateTime(at(7, 0))]).toEqual([
    '04:05',
    'Fri 27 Nov 14:05',
    '7 Nov 2026 00:05',
  ]);
  expect(weekday(Date.parse('2026-11-27T00:00:00Z'), { timeZone: 'UTC' })).toBe('Fri 27 Nov');
  expect(ago(at(1, 0), at(1, 0) + 31 * 86_400_000)).toBe('1 Nov 2026');
});

test('ages, plurals and folders', () => {
  const now = 10 * 86_400_000;
  expect([now + 5, now - 59_000, now - 61_000, now - 7_200_000, now - 172_800_000].map((time) => ago(time, now))).toEqual([
    'now',
    'now',
    '1m',
    '2h',
    '2d',
  ]);
  expect([plural(1, 'file'), plural(1_200, 'entry', 'entries')]).toEqual(['1 file', '1,200 entries']);
  expect([folderName('src/a/b.ts'), folderName('b.ts')]).toEqual(['src/a/', '']);
});
