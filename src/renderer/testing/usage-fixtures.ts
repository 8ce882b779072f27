import type { QuotaReport } from '../../shared/quota.ts';
import type { UsageReport, UsageTotal } from '../../shared/usage-report.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function total(requests: number, input: number, cost: number, unpriced = 0): UsageTotal {
  const usage = { input, output: Math.round(input / 20), cacheRead: Math.round(input * 0.82), cacheWrite: Math.round(input * 0.05) };
  return { requests, usage, cost, unpriced };
}

const DAYS = [
  ['2026-11-24', 18, 410_000, 1_220_000_000],
  ['2026-11-25', 42, 1_300_000, 3_870_000_000],
  ['2026-11-26', 31, 760_000, 2_140_000_000],
  ['2026-11-27', 66, 2_120_000, 6_400_000_000],
  ['2026-11-28', 4, 61_000, 190_000_000],
  ['2026-11-30', 51, 1_480_000, 4_310_000_000],
] as const;

export const USAGE: UsageReport = {
  total: total(212, 6_131_000, 18_130_000_000, 9),
  days: DAYS.map(([key, requests, input, cost]) => ({ key, ...total(requests, input, cost) })),
  models: [
    { key: 'anthropic/claude-opus-4-5', ...total(140, 4_800_000, 15_900_000_000) },
    { key: 'openai/gpt-5.1', ...total(63, 1_200_000, 2_230_000_000) },
    { key: 'local/qwen3-35b', ...total(9, 131_000, 0, 9) },
  ],
  projects: [
    { key: '/home/ana/src/harbour', ...total(180, 5_500_000, 16_700_000_000, 9) },
    { key: '/home/ana/src/lighthouse', ...total(32, 631_000, 1_430_000_000) },
  ],
  sources: [
    { key: 'parent', ...total(201, 5_900_000, 17_300_000_000, 9) },
    { key: 'compaction', ...total(11, 231_000, 830_000_000) },
  ],
  unreadable: 0,
};

const NOW = Date.now();

export const QUOTA: QuotaReport = {
  accounts: [
    {
      provider: 'codex',
      type: 'codex',
      plan: 'plus',
      windows: [
        { title: '5 hours', used: 0.86, length: 5 * HOUR, resetsAt: NOW + 2 * HOUR },
        { title: 'Week', used: 0.31, length: 7 * DAY, resetsAt: NOW + 3 * DAY },
      ],
      money: [],
      credits: '5.39 left',
      fetchedAt: NOW - 120_000,
    },
    {
      provider: 'openrouter',
      type: 'openrouter',
      windows: [],
      money: [
        { title: 'Key', spent: 12.5, limit: 50 },
        { title: 'Today', spent: 1.2 },
      ],
      fetchedAt: NOW - 9 * HOUR,
      problem: 'no answer came in time',
    },
  ],
  spending: { today: 4_310_000_000, lastHour: 1_100_000_000, perDay: 10_000_000_000, perTurn: 2_000_000_000 },
};
