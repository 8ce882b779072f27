import { expect, test } from 'vitest';
import { SESSIONS } from '../testing/fixtures.ts';
import { activity } from './attention.ts';

const [summary] = SESSIONS;

test.each([
  [{ lastStop: 'usage_limit', resumesAt: 1 }, 'paused'],
  [{ lastStop: 'usage_limit' }, 'limited'],
  [{ lastStop: 'error' }, 'failed'],
  [{ lastStop: 'interrupted' }, 'interrupted'],
  [{ lastStop: 'complete' }, 'idle'],
  [{ lastStop: 'usage_limit', resumesAt: 1, waiting: true }, 'waiting'],
] as const)('a session with %j is shown as %s', (facts, shown) => {
  if (summary === undefined) throw new Error('there is no session');
  expect(activity({ ...summary, ...facts }, undefined)).toBe(shown);
});
