import { expect, test } from 'vitest';
import type { QuotaReport } from '../shared/quota.ts';
import { quotaText } from './quota-text.ts';

const HOUR = 3_600_000;
/** Noon, wherever the test runs. */
const NOW = new Date(2026, 0, 5, 12).getTime();

const REPORT: QuotaReport = {
  accounts: [
    {
      provider: 'codex',
      type: 'codex',
      plan: 'plus',
      windows: [
        { title: '5 hours', used: 0.5, length: 5 * HOUR, resetsAt: NOW + 4 * HOUR },
        { title: 'Week', used: 1, length: 168 * HOUR, resetsAt: NOW + 80 * HOUR },
        { title: 'Old', used: 0.7, resetsAt: NOW - 1 },
      ],
      money: [{ title: 'Key', spent: 12.5, limit: 50 }],
      credits: '5.39 left',
      fetchedAt: NOW,
      problem: 'no answer came in time',
    },
  ],
  spending: { today: 3_000_000_000, lastHour: 2_000_000_000, perDay: 10_000_000_000 },
};

test('limits are shown with their reset and with what the present pace leads to', () => {
  expect(quotaText(REPORT, NOW)).toBe(`
Limits of codex (plus)
  5 hours    50 %                    resets in 4 h      at this pace used up in 1 h
  Week       100 %                   resets in 3 d 8 h  used up
  Old        70 %                    reset since
  Key        $12.50 of $50.00
  Credits    5.39 left
  Not asked  no answer came in time

Spending
  Today      $3.00 of $10.00
  Last hour  $2.00
  Budget     at this pace used up in 3 h 30 min
`);
});

test('a budget that the day ends before is enough', () => {
  const spending = { ...REPORT.spending, perDay: 50_000_000_000 };
  expect(quotaText({ accounts: [], spending }, NOW)).toContain('  Budget     at this pace enough for today\n');
});

test('nothing known and nothing spent is nothing', () => {
  expect(quotaText({ accounts: [], spending: { today: 0, lastHour: 0 } }, NOW)).toBe('');
});
