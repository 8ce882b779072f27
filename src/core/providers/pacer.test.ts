import { expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createPace } from './pacer.ts';

test('requests start in order, a gap apart, and the first one at once', async () => {
  const clock = new ManualClock();
  const pace = createPace(clock, 100);
  const began = clock.monotonic();
  const starts: number[] = [];
  const signal = new AbortController().signal;
  const asked = [1, 2, 3].map(() => pace(signal).then(() => starts.push(clock.monotonic() - began)));
  await asked[0];
  for (let step = 0; step < 2; step += 1) await clock.advance(100);
  await Promise.all(asked);
  expect(starts).toEqual([0, 100, 200]);
});

test('whoever wants to stop does not wait, and nobody waits without a gap', async () => {
  const clock = new ManualClock();
  const stop = new AbortController();
  const pace = createPace(clock, 1_000_000);
  await pace(stop.signal);
  const waiting = pace(stop.signal);
  stop.abort();
  await waiting;
  const free = createPace(clock, 0);
  await free(new AbortController().signal);
  await free(new AbortController().signal);
  expect(clock.monotonic()).toBe(new ManualClock().monotonic());
});

test('who stops waiting at the end of the row gives its place back', async () => {
  const clock = new ManualClock();
  const pace = createPace(clock, 100);
  const [going, stopped] = [new AbortController(), new AbortController()];
  await pace(going.signal);
  const waiting = pace(stopped.signal);
  stopped.abort();
  await waiting;
  const next = pace(going.signal);
  await clock.advance(100);
  await next;
  expect(clock.sleeping).toBe(0);
});
