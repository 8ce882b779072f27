import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCallTime } from './call-time.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

test('a limit aborts when its time is up, and time in which it is held does not count', () => {
  const time = createCallTime();
  const [short, long] = [time.limit(1_000), time.limit(5_000)];
  vi.advanceTimersByTime(600);
  const first = time.hold();
  const second = time.hold();
  vi.advanceTimersByTime(60_000);
  first();
  first();
  vi.advanceTimersByTime(60_000);
  expect([short.aborted, long.aborted]).toEqual([false, false]);
  second();
  vi.advanceTimersByTime(399);
  expect(short.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect([short.aborted, long.aborted, (short.reason as Error).name]).toEqual([true, false, 'TimeoutError']);
});

test('a limit that begins while it is held waits, and none aborts after the end', () => {
  const time = createCallTime();
  const release = time.hold();
  const limit = time.limit(100);
  vi.advanceTimersByTime(1_000);
  release();
  vi.advanceTimersByTime(99);
  time.end();
  vi.advanceTimersByTime(1_000);
  expect([limit.aborted, vi.getTimerCount()]).toEqual([false, 0]);
});
