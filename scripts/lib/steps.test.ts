import { expect, it } from 'vitest';
import { runSteps } from './steps.mjs';

it('runs every step, as many at a time as there are lanes, counts, and says what to do about a failure', async () => {
  let running = 0;
  let most = 0;
  const printed: string[] = [];
  const step = (ok: boolean) => ({
    name: ok ? 'sound' : 'unsound',
    hint: 'what to do',
    async *act() {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      yield { name: ok ? 'sound' : 'unsound', ok, output: 'what it found' };
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

it('takes a step that found nothing for a failure, and counts each finding of one that found several', async () => {
  const printed: string[] = [];
  const several = {
    name: 'several',
    hint: 'what to do',
    async *act() {
      yield { name: 'first', ok: true, output: '' };
      yield { name: 'second', ok: true, output: '' };
    },
  };
  const none = { name: 'none', hint: 'what to do', async *act() {} };
  const tally = await runSteps([several, none], 1, (lines) => printed.push(lines.replace(/ +[\d.]+ s/, '')));
  expect({ tally, printed }).toEqual({
    tally: { passed: 2, failed: 1 },
    printed: ['ok     first', 'ok     second', 'FAILED none\nIt looked at nothing.\n       what to do'],
  });
});
