import { expect, it } from 'vitest';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { CallId, MessageId, SessionId, TurnId } from '../../shared/ids.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { lostChildren } from './lost-children.ts';

const [DONE, CUT, NEVER] = ['a', 'b', 'c'].map((letter) => letter.repeat(32) as SessionId) as [SessionId, SessionId, SessionId];
const stamped = (events: readonly KeptEvent[]): readonly Stamped[] => events.map((event, index) => ({ time: index * 1_000, event }));
const start = (child: SessionId): KeptEvent => ({
  type: 'child.start',
  child,
  call: `call_${child[0]}` as CallId,
  agent: 'explore',
  task: 'Find it.',
});
const PARENT = stamped([
  start(DONE),
  start(CUT),
  start(NEVER),
  { type: 'child.end', child: DONE, stop: 'complete', status: 'done', usage: NO_USAGE, duration: 1 },
]);
const usage = { input: 70, output: 5, cacheRead: 0, cacheWrite: 0 };
const LOG = stamped([
  { type: 'turn.start', turn: 't' as TurnId, model: 'p/m' },
  { type: 'message.end', message: { role: 'assistant', id: 'm' as MessageId, model: 'p/m', blocks: [], stop: 'complete', usage } },
]);

it('ends what had no end, each once, with what its log says it used', async () => {
  const ends = await lostChildren(PARENT, async (child) => (child === CUT ? LOG : undefined));
  const lost = { type: 'child.end', stop: 'interrupted', status: 'lost', reason: expect.stringContaining('Nothing goes on by itself') };
  expect(ends).toEqual([
    { ...lost, child: CUT, rounds: 1, usage, duration: 1_000 },
    { ...lost, child: NEVER, rounds: 0, usage: NO_USAGE, duration: 0 },
  ]);
  const whole = [...PARENT, ...stamped(ends)];
  expect(await lostChildren(whole, async () => LOG)).toEqual([]);
  const view = fold(emptyView(), whole);
  expect(view.items.map((item) => item.kind === 'child' && item.state)).toEqual(['done', 'lost', 'lost']);
  expect(view.usage).toEqual(usage);
});

it('shows a child of an old log by how its turn ended', () => {
  const old = stamped([start(DONE), { type: 'child.end', child: DONE, stop: 'max_turns', usage, duration: 1 }]);
  expect(fold(emptyView(), old).items).toMatchObject([{ kind: 'child', state: 'partial', call: 'call_a' }]);
});
