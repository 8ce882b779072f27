import { afterEach, expect, test, vi } from 'vitest';
import { createSystemClock } from './clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a sleep longer than a timer can be takes its whole time', async () => {
  vi.useFakeTimers();
  const days = 60 * 24 * 60 * 60 * 1_000;
  let awake = false;
  const asleep = createSystemClock().sleep(days);
  void asleep.then(() => {
    awake = true;
  });
  await vi.advanceTimersByTimeAsync(days - 1);
  expect(awake).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(awake).toBe(true);
});

test('a sleep that is cut short ends at once', async () => {
  vi.useFakeTimers();
  const cut = new AbortController();
  const asleep = createSystemClock().sleep(2 ** 40, cut.signal);
  cut.abort();
  await asleep;
  expect(vi.getTimerCount()).toBe(0);
});
