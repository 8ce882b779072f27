import { expect, it } from 'vitest';
import { type AccountQuota, lastsUntil, paceOf, tightest } from './quota.ts';

const HOUR = 3_600_000;

it.each([
  [
    'half used in a quarter of the time: full at half time',
    { used: 0.5, length: 8 * HOUR, resetsAt: 6 * HOUR },
    { elapsed: 0.25, fullAt: 2 * HOUR },
  ],
  ['on pace: full only at its reset', { used: 0.25, length: 8 * HOUR, resetsAt: 6 * HOUR }, { elapsed: 0.25 }],
  ['full already', { used: 1.2, length: 8 * HOUR, resetsAt: 6 * HOUR }, { elapsed: 0.25, fullAt: 0 }],
  ['nothing used', { used: 0, length: 8 * HOUR, resetsAt: 6 * HOUR }, { elapsed: 0.25 }],
  ['just begun: too early to tell', { used: 0.01, length: 8 * HOUR, resetsAt: 8 * HOUR - 1 }, undefined],
  ['of unknown length', { used: 0.5, resetsAt: 6 * HOUR }, undefined],
  ['reset since', { used: 0.9, length: 8 * HOUR, resetsAt: -1 }, undefined],
])('the pace of a window %s', (_, window, pace) => {
  expect(paceOf({ title: 'w', ...window }, 0)).toEqual(pace);
});

it('the tightest window is the fullest that was not reset since', () => {
  const quota = (provider: string, windows: AccountQuota['windows']): AccountQuota => ({
    provider,
    type: 't',
    windows,
    money: [],
    fetchedAt: 0,
  });
  const quotas = [
    quota('a', [
      { title: 'old', used: 1, resetsAt: 5 },
      { title: 'x', used: 0.4 },
    ]),
    quota('b', [{ title: 'y', used: 0.9, resetsAt: 20 }]),
  ];
  expect([tightest(quotas, 10), tightest([], 10)]).toEqual([{ provider: 'b', title: 'y', used: 0.9, resetsAt: 20 }, undefined]);
});

it('money lasts as long as its pace says, and for ever without one', () => {
  expect([
    lastsUntil({ left: 3, perHour: 2, now: 0 }),
    lastsUntil({ left: -1, perHour: 2, now: 7 }),
    lastsUntil({ left: 3, perHour: 0, now: 0 }),
  ]).toEqual([1.5 * HOUR, 7, undefined]);
});
