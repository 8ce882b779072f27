import { expect, it } from 'vitest';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { CallId, MessageId, SessionId, TurnId } from '../../shared/ids.ts';
import { NO_SPEND, unpriced } from '../../shared/spend.ts';
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
  {
    type: 'message.end',
    message: { role: 'assistant', id: 'm' as MessageId, model: 'p/m', blocks: [], stop: 'complete', usage },
    cost: 70,
  },
]);

it('ends what had no end, each once, with what its log says it used', async () => {
  const ends = await lostChildren(PARENT, async (child) => (child === CUT ? LOG : undefined));
  const lost = { type: 'child.end', stop: 'interrupted', status: 'lost', reason: expect.stringContaining('Nothing goes on by itself') };
  expect(ends).toEqual([
    { ...lost, child: CUT, rounds: 1, usage, spend: { requests: 1, cost: 70, unpriced: 0 }, duration: 1_000 },
    { ...lost, child: NEVER, rounds: 0, usage: NO_USAGE, spend: NO_SPEND, duration: 0 },
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

const ANSWERED = stamped([
  { type: 'turn.start', turn: 't' as TurnId, model: 'p/m' },
  {
    type: 'message.end',
    message: {
      ...{ role: 'assistant', id: 'm' as MessageId, model: 'p/m', stop: 'complete', usage },
      blocks: [{ type: 'text', text: 'src/a.ts:3' }],
    },
  },
]);
const endedBy = (stop: Extract<KeptEvent, { type: 'turn.end' }>['stop']): readonly Stamped[] => [
  ...ANSWERED,
  {
    time: 2_000,
    event: { type: 'turn.end', turn: 't' as TurnId, stop, rounds: 1, usage: NO_USAGE, duration: 1, files: [], message: 'No.' },
  },
];
const work = (child: SessionId): KeptEvent => ({
  type: 'work.start',
  work: { id: child.slice(0, 8), kind: 'child', title: 'Find it.', call: `call_${child[0]}` as CallId, awaited: true },
});
const end = (child: SessionId): KeptEvent => ({ type: 'child.end', child, stop: 'complete', status: 'done', usage: NO_USAGE, duration: 1 });
const told = (child: SessionId, status: string) => ({
  type: 'work.end',
  completion: {
    ...{ id: child.slice(0, 8), kind: 'child', title: 'Find it.', call: `call_${child[0]}`, status, quiet: true },
    ...{ text: 'src/a.ts:3', facts: expect.arrayContaining(['Type: explore']), duration: 2_000 },
  },
});

it('tells what a child answered that was done, or had failed, before that was told', async () => {
  const parent = stamped([start(DONE), work(DONE), start(CUT), work(CUT)]);
  expect(await lostChildren(parent, async (child) => endedBy(child === DONE ? 'complete' : 'error'))).toEqual([
    { type: 'child.end', child: DONE, stop: 'complete', status: 'done', rounds: 1, usage, spend: unpriced(1), duration: 2_000 },
    told(DONE, 'done'),
    {
      type: 'child.end',
      child: CUT,
      stop: 'error',
      status: 'failed',
      reason: 'No.',
      rounds: 1,
      usage,
      spend: unpriced(1),
      duration: 2_000,
    },
    told(CUT, 'failed'),
  ]);
});

it('tells it also where the end is written and the result waits for others of its group, and only once', async () => {
  const parent = stamped([start(DONE), work(DONE), end(DONE)]);
  const missing = await lostChildren(parent, async () => endedBy('complete'));
  expect(missing).toEqual([told(DONE, 'done')]);
  expect(await lostChildren([...parent, ...stamped(missing)], async () => endedBy('complete'))).toEqual([]);
});

it.each(['cancelled', 'interrupted'] as const)('leaves a child lost whose own turn is %s', async (stop) => {
  const events = await lostChildren(stamped([start(CUT), work(CUT)]), async () => endedBy(stop));
  expect(events).toMatchObject([{ type: 'child.end', status: 'lost' }]);
});

it('answers the call that waited for its child', async () => {
  const called = (child: SessionId): KeptEvent => ({ type: 'tool.start', call: `call_${child[0]}` as CallId, name: 'sub_agent' });
  const parent = stamped([called(DONE), start(DONE), called(CUT), start(CUT)]);
  const events = await lostChildren(parent, async (child) => endedBy(child === DONE ? 'complete' : 'error'));
  expect(events.filter(({ type }) => type === 'tool.end')).toEqual([
    { type: 'tool.end', call: 'call_a', name: 'sub_agent', text: 'src/a.ts:3', isError: false, duration: 2_000 },
    {
      type: 'tool.end',
      call: 'call_b',
      name: 'sub_agent',
      text: '[child bbbbbbbb (explore): failed. No.]\nsrc/a.ts:3',
      isError: true,
      duration: 2_000,
    },
  ]);
});
