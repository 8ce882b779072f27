import { expect, test } from 'vitest';
import { costOf, usageOf } from './chat-usage.ts';

const base = { prompt_tokens: 100, completion_tokens: 7 };

test.each<[object, object | undefined]>([
  [base, { input: 100, output: 7, cacheRead: 0, cacheWrite: 0 }],
  [
    { ...base, prompt_tokens_details: { cached_tokens: 40 }, prompt_cache_hit_tokens: 50 },
    { input: 100, output: 7, cacheRead: 40, cacheWrite: 0 },
  ],
  [
    { ...base, prompt_tokens_details: null, prompt_cache_hit_tokens: 50, cached_tokens: 60 },
    { input: 100, output: 7, cacheRead: 50, cacheWrite: 0 },
  ],
  [
    { ...base, cached_tokens: 60 },
    { input: 100, output: 7, cacheRead: 60, cacheWrite: 0 },
  ],
  [
    { ...base, cached_tokens: 60, cache_write_tokens: 30 },
    { input: 100, output: 7, cacheRead: 60, cacheWrite: 30 },
  ],
  [
    { ...base, prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 90 } },
    { input: 100, output: 7, cacheRead: 60, cacheWrite: 40 },
  ],
  [
    { ...base, cached_tokens: 600 },
    { input: 100, output: 7, cacheRead: 100, cacheWrite: 0 },
  ],
  [
    { prompt_tokens: 5, completion_tokens: 'x', cached_tokens: -1 },
    { input: 5, output: 0, cacheRead: 0, cacheWrite: 0 },
  ],
  [{ completion_tokens: 5 }, undefined],
  [{ prompt_tokens: null }, undefined],
])('usage %j', (wire, usage) => {
  expect(usageOf(wire)).toEqual(usage);
});

test.each<[object, number | undefined]>([
  [{ cost: 0.00123 }, 1_230_000],
  [{ cost: 0 }, 0],
  [{ cost: 0.0001, is_byok: true, cost_details: { upstream_inference_cost: 0.002 } }, 2_100_000],
  [{ cost: 0.0001, is_byok: false, cost_details: { upstream_inference_cost: 0.002 } }, 100_000],
  [{ cost: '0.1' }, undefined],
  [{ cost: -1 }, undefined],
  [{}, undefined],
])('of %j the cost is %s billionths of a dollar', (usage, cost) => {
  expect(costOf(usage)).toBe(cost);
});
