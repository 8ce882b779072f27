import { expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

test('tasks run one after the other in the order they came, past a failure', async () => {
  const queue = new SerialQueue();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const seen: string[] = [];
  const first = queue.run(async () => {
    seen.push('first begins');
    await gate;
    seen.push('first ends');
    return 1;
  });
  const second = queue.run(() => Promise.reject(new Error('second')));
  const third = queue.run(async () => {
    seen.push('third');
    return 3;
  });
  open();
  expect(await Promise.allSettled([first, second, third])).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('second') },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(seen).toEqual(['first begins', 'first ends', 'third']);
});
