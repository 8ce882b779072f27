import { expect, test } from 'vitest';
import { ManualClock } from './manual-clock.ts';

test('time moves only when told, and sleepers wake in the order they are due', async () => {
  const clock = new ManualClock(1_000);
  const woken: string[] = [];
  const log = (name: string) => () => woken.push(`${name} at ${clock.now()}`);
  void clock.sleep(20).then(log('twenty'));
  void clock.sleep(10).then(() => {
    log('ten')();
    return clock.sleep(5).then(log('fifteen'));
  });
  void clock.sleep(100).then(log('hundred'));
  await clock.advance(30);
  expect({ woken, sleeping: clock.sleeping, monotonic: clock.monotonic() }).toEqual({
    woken: ['ten at 1010', 'fifteen at 1015', 'twenty at 1020'],
    sleeping: 1,
    monotonic: 30,
  });
});

test('an abort ends a sleep at once', async () => {
  const clock = new ManualClock();
  const stop = new AbortController();
  const sleep = clock.sleep(1_000, stop.signal);
  stop.abort();
  await sleep;
  await clock.sleep(1_000, stop.signal);
  expect(clock.sleeping).toBe(0);
});
