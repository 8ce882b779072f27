import { expect, it } from 'vitest';
import { ManualClock } from '../../core/testing/manual-clock.ts';
import { Steps } from './steps.ts';

const trace = { clock: new ManualClock(), logger: { log: () => {} } };

it('gives each step what those before it made', async () => {
  const steps = Steps.from<{ readonly one: number }>()
    .step('two', ({ one }) => ({ two: one + 1 }))
    .step('three', async ({ one, two }) => ({ three: one + two }));
  expect(await steps.run({ one: 1 }, trace)).toEqual({ one: 1, two: 2, three: 3 });
});

it('stops at the step that fails, and names it', async () => {
  const ran: string[] = [];
  const steps = Steps.from<object>()
    .step('engine', () => {
      throw new Error('no state folder');
    })
    .step('windows', () => {
      ran.push('windows');
      return {};
    });
  await expect(steps.run({}, trace)).rejects.toThrow('engine: no state folder');
  expect(ran).toEqual([]);
});
