import { expect, it } from 'vitest';
import { healthOf } from './health.ts';

it.each([
  [0, 1_000, 'stable', 'continue'],
  [1, 1_199, 'stable', 'continue'],
  [0, 1_200, 'fragile', 'restart soon'],
  [1, 1_200, 'fragile', 'restart soon'],
  [2, 1_199, 'fragile', 'restart soon'],
  [2, 1_200, 'likely lossy', 'restart now'],
  [3, 10, 'likely lossy', 'restart now'],
  [7, 5_000, 'likely lossy', 'restart now'],
] as const)('after %i compactions with %i of 1,000 tokens a session is %s', (compactions, tokens, label, advice) => {
  expect(healthOf(compactions, tokens, 1_000)).toMatchObject({ label, advice });
});

it('takes an unknown limit as never passed', () => {
  expect([healthOf(1, 1e9, undefined).label, healthOf(2, 1e9, undefined).label]).toEqual(['stable', 'fragile']);
});
