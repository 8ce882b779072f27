import { expect, it } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import { sessionIdSchema, turnIdSchema } from '../../shared/ids.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { QuotaPauses } from './quota-pauses.ts';

const HOUR = 3_600_000;
const ID = sessionIdSchema.parse('0123456789abcdef0123456789abcdef');
const TURN = turnIdSchema.parse('t1');

function rig() {
  const clock = new ManualClock();
  const gone: string[] = [];
  return { clock, gone, pauses: new QuotaPauses(clock, (session) => gone.push(session)) };
}

function limit(resumesAt: number): SessionEvent {
  return { type: 'turn.end', turn: TURN, stop: 'usage_limit', rounds: 1, usage: NO_USAGE, duration: 1, files: [], resumesAt };
}

const START: SessionEvent = { type: 'turn.start', turn: TURN, model: 'a/b' };

it('a session goes on a little after the reset, once, however far that is', async () => {
  const { clock, gone, pauses } = rig();
  pauses.see(ID, limit(clock.now() + 60 * HOUR));
  await clock.advance(60 * HOUR);
  expect(gone).toEqual([]);
  await clock.advance(5_000);
  await clock.advance(100 * HOUR);
  expect(gone).toEqual([ID]);
});

it.each<[string, SessionEvent]>([
  ['a turn that began', START],
  ['a person who wants it to stay stopped', { type: 'pause.cancel' }],
])('%s ends the wait', async (_, event) => {
  const { clock, gone, pauses } = rig();
  pauses.see(ID, limit(clock.now() + HOUR));
  pauses.see(ID, event);
  await clock.advance(2 * HOUR);
  expect([gone, pauses.forget(ID), clock.sleeping]).toEqual([[], false, 0]);
});

it('a session that is opened again waits on, or goes on at once when the reset is over', async () => {
  const { clock, gone, pauses } = rig();
  pauses.opened(ID, limit(clock.now() + HOUR));
  await clock.advance(HOUR / 2);
  expect(gone).toEqual([]);
  pauses.opened(ID, limit(clock.now() - HOUR));
  await clock.advance(0);
  expect(gone).toEqual([ID]);
});

it('a session whose last word is another is left alone', async () => {
  const { clock, gone, pauses } = rig();
  pauses.opened(ID, { type: 'pause.cancel' });
  await clock.advance(HOUR);
  expect(gone).toEqual([]);
});
