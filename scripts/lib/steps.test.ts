import { expect, it } from 'vitest';
import { runSteps } from './steps.mjs';

it('runs every step, as many at a time as there are lanes, counts, and says what to do about a failure', async () => {
  let running = 0;
  let most = 0;
  const printed: string[] = [];
  const step = (ok: boolean) => ({
    name: ok ? 'sound' : 'unsound',
    hint: 'what to do',
    act: async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return { ok, output: 'what it found' };
    },
  });
  const tally = await runSteps([step(true), step(false), step(true), step(true)], 2, (lines) =>
    printed.push(lines.replace(/ +[\d.]+ s/, '')),
  );
  expect({ tally, most, printed: printed.sort() }).toEqual({
    tally: { passed: 3, failed: 1 },
    most: 2,
    printed: ['FAILED unsound\nwhat it found\n       what to do', 'ok     sound', 'ok     sound', 'ok     sound'],
  });
});
