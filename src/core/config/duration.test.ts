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
