import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelDefinitionSchema } from '../config/schema.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { collect } from '../testing/provider-rig.ts';
import type { StreamEnd } from './provider.ts';
import { type AttemptFailed, type Delta, retryDelay, withRetry } from './retry.ts';
import type { Verdict } from './verdict-words.ts';

const policy = modelDefinitionSchema.parse({ provider: 'p', id: 'm' }).retry;
const verdict: Verdict = {
  problem: { code: 'rate_limited', message: 'm', hint: 'h' },
  reason: 'r',
  transient: true,
  usageLimit: false,
};
const dead: AttemptFailed = { type: 'failed', failure: { kind: 'cut', message: '' }, blocks: [] };

test('waits double with full jitter up to the longest', () => {
  const top = [1, 2, 3, 5, 6, 20].map((attempt) => retryDelay({ policy, attempt, random: 0.999999 }));
  expect(top).toEqual([249, 499, 999, 3999, 4999, 4999]);
});

test('a computed wait is never negative and never above the longest', () => {
  const args = fc.record({
    attempt: fc.integer({ min: 1, max: 20 }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  fc.assert(
    fc.property(args, ({ attempt, random }) => {
      const delay = retryDelay({ policy, attempt, random });
      return delay >= 0 && delay <= policy.max_backoff;
    }),
  );
});

async function run(attempts: readonly (readonly (Delta | StreamEnd | AttemptFailed)[])[], judged: Partial<Verdict> = {}) {
  let made = 0;
  const clock = new ManualClock();
  const stream = withRetry({
    attempt: async function* () {
      yield* attempts[made++] ?? [];
    },
    policy,
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    classify: () => ({ ...verdict, ...judged }),
  });
  const events = await collect(stream, (event) => {
    if (event.type === 'retry') setImmediate(() => void clock.advance(event.delay));
  });
  return { made, waited: clock.monotonic(), events };
}

test('attempts count the first, and the last failure is the end', async () => {
  const problem = verdict.problem;
  expect(await run([[dead], [dead], [dead]])).toEqual({
    made: 3,
    waited: 375,
    events: [
      { type: 'retry', attempt: 2, maxAttempts: 3, delay: 125, reason: 'r' },
      { type: 'retry', attempt: 3, maxAttempts: 3, delay: 250, reason: 'r' },
      { type: 'end', stop: 'error', blocks: [], problem, transient: true },
    ],
  });
});

test('a usage limit ends the stream with its own stop', async () => {
  const usage = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 };
  expect(await run([[{ ...dead, usage }]], { transient: false, usageLimit: true })).toEqual({
    made: 1,
    waited: 0,
    events: [{ type: 'end', stop: 'usage_limit', blocks: [], usage, problem: verdict.problem }],
  });
});

test('an attempt that forgets its end is a failure, not silence', async () => {
  const { events } = await run([[{ type: 'delta', kind: 'text', text: 'a' }]], { transient: false });
  expect(events.map((event) => event.type)).toEqual(['delta', 'end']);
});
