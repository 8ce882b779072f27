import fc from 'fast-check';
import type { Stamped } from '../../../shared/events.ts';
import { keptEventSchema } from '../../../shared/events.ts';
import { NO_USAGE } from '../../../shared/usage.ts';

const SESSION = 'b'.repeat(32);

interface Round {
  readonly calls: number;
  readonly steer: boolean;
}

const round: fc.Arbitrary<Round> = fc.record({ calls: fc.nat({ max: 3 }), steer: fc.boolean() });
const turn = fc.record({
  rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
  queue: fc.boolean(),
  /** Side work that the turn starts, and what becomes of it after the turn. */
  work: fc.constantFrom('none', 'running', 'untold', 'told', 'known', 'held'),
});

/** The events of a session as the product writes them: whole turns, with calls, results and what was queued. The last one may be cut anywhere. */
export const sessions: fc.Arbitrary<readonly Stamped[]> = fc
  .record({ turns: fc.array(turn, { maxLength: 5 }), cut: fc.nat({ max: 6 }) })
  .map(({ turns, cut }) => {
    const events = [
      START,
      ...turns.flatMap((of, index) => [...turnEvents(index, of.rounds, of.queue), ...workEvents(`w${index}`, of.work)]),
    ];
    return events.slice(0, Math.max(1, events.length - cut)).map((event, index) => ({ time: index, event: keptEventSchema.parse(event) }));
  });

const START = { type: 'session.start', session: SESSION, project: '/p', title: 'Title', model: 'p/m', mode: 'build' };

function turnEvents(turnIndex: number, rounds: readonly Round[], queue: boolean): unknown[] {
  const name = `t${turnIndex}`;
  return [
    { type: 'turn.start', turn: name, model: 'p/m' },
    user(`${name}-prompt`, 'prompt'),
    ...(queue ? [{ type: 'queue.update', items: [{ id: 'q', text: 'later', delivery: 'after' }] }] : []),
    ...rounds.flatMap((of, index) => roundEvents(`${name}-${index}`, of)),
    { type: 'turn.end', turn: name, stop: 'complete', rounds: rounds.length, usage: NO_USAGE, duration: 1, files: [] },
  ];
}

function workEvents(id: string, fate: string): unknown[] {
  const work = { id, kind: 'command', title: id, awaited: true };
  const completion = { id, kind: 'command', title: id, status: 'done', facts: [], text: `output of ${id}` };
  const end = { type: 'work.end', completion };
  const results = { pending: [], completions: [completion] };
  const told = { type: 'message.end', message: { role: 'user', id: `${id}-told`, origin: 'result', text: '', results } };
  const after: Readonly<Record<string, unknown[]>> = {
    running: [],
    untold: [end],
    told: [end, told],
    known: [end, { type: 'work.known', work: id }],
    held: [{ type: 'session.hold', reason: 'stopped' }, end],
  };
  return fate === 'none' ? [] : [{ type: 'work.start', work }, ...(after[fate] ?? [])];
}

function roundEvents(name: string, { calls, steer }: Round): unknown[] {
  const ids = Array.from({ length: calls }, (_, index) => `${name}-c${index}`);
  const blocks = [{ type: 'text', text: name }, ...ids.map((id) => ({ type: 'tool_call', id, name: 'bash', arguments: '{}' }))];
  return [
    ...(steer ? [user(`${name}-steer`, 'steer')] : []),
    {
      type: 'message.end',
      message: { role: 'assistant', id: `${name}-answer`, model: 'p/m', blocks, stop: 'complete' },
      cost: calls * 1_000,
    },
    ...ids.flatMap((call) => [
      { type: 'tool.start', call, name: 'bash' },
      { type: 'tool.end', call, name: 'bash', text: `result of ${call}`, isError: false, duration: 1 },
    ]),
  ];
}

function user(id: string, origin: 'prompt' | 'steer'): unknown {
  return { type: 'message.end', message: { role: 'user', id, origin, text: `say ${id}` } };
}

/** Ids of the messages that the model or a person wrote. */
export function messageIds(events: readonly Stamped[]): readonly string[] {
  return events.flatMap(({ event }) => (event.type === 'message.end' ? [event.message.id] : []));
}
