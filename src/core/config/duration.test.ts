import { expect, test } from 'vitest';
import { durationText, waitSchema } from './duration.ts';
import { configSchema } from './schema.ts';

test('a wait is a duration or never', () => {
  expect(['90s', '2h', 'never'].map((text) => waitSchema.parse(text))).toEqual([90_000, 7_200_000, 'never']);
  expect(waitSchema.safeParse('for ever').success).toBe(false);
});

test('a question waits two hours where nothing is configured', () => {
  expect(durationText(Number(configSchema.parse({}).approvals.timeout))).toBe('2h');
});

test.each(['0s', '0ms', '0.0h'])('an approval that could not be waited for is refused: %s', (timeout) => {
  const parsed = configSchema.safeParse({ approvals: { timeout } });
  expect(parsed.error?.issues[0]?.message).toBe('must be a duration above 0, since nobody could answer in time; never waits for ever');
  expect(configSchema.parse({ approvals: { timeout: '1s' } }).approvals.timeout).toBe(1_000);
});
