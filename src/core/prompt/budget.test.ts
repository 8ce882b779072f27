import { expect, it } from 'vitest';
import { budgetOf, fits, isNearlyFull } from './budget.ts';

it('leaves room for the answer and for estimates that are a little off', () => {
  expect(budgetOf({ contextWindow: 200_000, maxOutputTokens: 32_000 })).toEqual({
    window: 200_000,
    threshold: 140_000,
    limit: 164_000,
    reserve: 32_000,
  });
});

it('never lets the answer claim more than a quarter, nor compaction begin where nothing fits any more', () => {
  expect(budgetOf({ contextWindow: 10_000, maxOutputTokens: 64_000, compaction: { threshold: 9_999 } })).toEqual({
    window: 10_000,
    threshold: 7_300,
    limit: 7_300,
    reserve: 2_500,
  });
});

it('takes everything to fit a window it does not know, and compacts where the configuration says', () => {
  const budget = budgetOf({ compaction: { threshold: 500 } });
  expect(budget).toEqual({ reserve: 8_192, threshold: 500 });
  expect([fits(1e9, budget), isNearlyFull(499, budget), isNearlyFull(500, budget), isNearlyFull(1e9, budgetOf({}))]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
