import { expect, test } from 'vitest';
import type { Project } from '../core/engine.ts';
import type { Envelope, SessionEvent } from '../shared/events.ts';
import { emptyView } from '../shared/fold.ts';
import type { QueueItemId, SessionId, TurnId } from '../shared/ids.ts';
import type { Upward } from '../shared/ipc.ts';
import { NO_USAGE } from '../shared/usage.ts';
import { createSessionFeed } from './session-feed.ts';

const SESSION = 'a'.repeat(32) as SessionId;
const WAITING = { id: 'q1' as QueueItemId, text: 'two', delivery: 'after' } as const;

const EMPTIED: SessionEvent = { type: 'queue.update', items: [] };

const start = (turn: string): SessionEvent => ({ type: 'turn.start', turn: turn as TurnId, model: 'p/m' });
const end = (turn: string): SessionEvent => ({
  ...{ type: 'turn.end', turn: turn as TurnId, stop: 'complete', rounds: 1 },
  ...{ usage: NO_USAGE, duration: 0, files: [] },
});

test('a session whose queue was just emptied has not come to rest: the turn of what was in it begins', async () => {
  const listeners: ((upward: Upward) => void)[] = [];
  const listen: Project['listen'] = (listener) => {
    listeners.push(listener);
    return () => {};
  };
  const feed = createSessionFeed({ listen } as Project, () => {});
  feed.begin(SESSION, { ...emptyView(), queue: [WAITING] });
  const rest = feed.rest();
  const events = [start('t1'), end('t1'), EMPTIED, start('t2'), end('t2')];
  events.forEach((event, index) => {
    const envelope: Envelope = { session: SESSION, seq: index + 1, time: 0, event };
    for (const listener of listeners) listener({ type: 'events', events: [envelope] });
  });
  expect(await rest).toMatchObject({ end: { turn: 't2' } });
});
