import { expect, test } from 'vitest';
import type { UsageRow } from '../../../shared/usage-report.ts';
import { costText, dayName, dayWords, shownDays, tokenParts } from './days.ts';

const usage = { input: 2_120_000, output: 106_000, cacheRead: 1_738_400, cacheWrite: 0 };
const day = (key: string, more: Partial<UsageRow> = {}): UsageRow => ({
  key,
  requests: 66,
  usage,
  cost: 6_400_000_000,
  unpriced: 0,
  ...more,
});

test('days without a record stand between those with one, over the ends of months and years', () => {
  expect(shownDays([day('2026-12-30'), day('2027-01-02')]).map(({ key, requests }) => [key, requests])).toEqual([
    ['2026-12-30', 66],
    ['2026-12-31', 0],
    ['2027-01-01', 0],
    ['2027-01-02', 66],
  ]);
  expect(shownDays([day('2028-02-28'), day('2028-03-01')]).map(({ key }) => key)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
});

test('no more than the newest thirty are shown, and none of none', () => {
  const shown = shownDays([day('2020-01-01'), day('2026-11-30')]);
  expect([shown.length, shown[0]?.key, shown.at(-1)?.key]).toEqual([30, '2026-11-01', '2026-11-30']);
  expect([shownDays([]), shownDays([day('2026-11-30')]).length]).toEqual([[], 1]);
});

test('a day is told in money and in tokens', () => {
  expect(`${dayName('2026-11-27')}: ${dayWords(day('2026-11-27'))}`).toBe(
    'Fri 27 Nov: $6.40 · 66 requests · 2.1M tokens in, 82 % from the cache · 106k out',
  );
  expect(dayWords(day('2026-11-27', { requests: 0 }))).toBe('no requests');
  expect(tokenParts(day('2026-11-27')).map(({ tokens }) => tokens)).toEqual([106_000, 381_600, 1_738_400]);
});

test('a price that is not known is never nothing', () => {
  expect([day('d', { unpriced: 66, cost: 0 }), day('d', { unpriced: 1 }), day('d', { cost: 0 })].map(costText)).toEqual([
    'price unknown',
    'at least $6.40',
    '$0.00',
  ]);
});
