import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Stamped } from '../../shared/events.ts';
import type { TurnId } from '../../shared/ids.ts';
import { heldTurn } from './held-turn.ts';
import { lostWork } from './lost-work.ts';
import { Memory } from './memory.ts';
import { openedFrom } from './opened.ts';
import { closeHalfTurn } from './recovery.ts';
import { SkillBook } from './skill-book.ts';
import { logs } from './testing/log-story.ts';
import { Trace } from './trace.ts';

/** What a session that is opened asks of the events of its log. */
function asked(events: readonly Stamped[]): unknown {
  const open = new Set(events.flatMap(({ event }) => (event.type === 'child.start' ? [event.child] : [])));
  for (const { event } of events) if (event.type === 'child.end') open.delete(event.child);
  const { wanted } = new SkillBook({ events, memory: new Memory([]), emit: () => {} });
  const [first] = events.filter(({ event }, index) => index === 0 && event.type === 'session.start');
  const children = { open: [...open], untold: untold(events) };
  return { first, held: heldTurn(events), closing: closeHalfTurn(events), work: lostWork(events), wanted, children };
}

/** Children whose result was not told, and whether they have ended. */
function untold(events: readonly Stamped[]): readonly unknown[] {
  const works = lostWork(events).flatMap((event) => (event.type === 'work.end' ? [event.completion.call] : []));
  return events.flatMap(({ event }) => {
    if (event.type !== 'child.start' || !works.includes(event.call)) return [];
    return [[event, events.some(({ event: end }) => end.type === 'child.end' && end.child === event.child)]];
  });
}

function sent({ messages, generation, undone }: Memory): unknown {
  return { messages, generation, undone };
}

test('the few events that are kept of a log tell what is open as all of them do, wherever it ends', () => {
  fc.assert(
    fc.property(logs, fc.nat({ max: 200 }), (events, cut) => {
      const found = events.slice(0, cut);
      expect(asked(openedFrom(found).events)).toEqual(asked(found));
    }),
    { numRuns: 1_000 },
  );
});

test('what the model is sent is the same whether a log is read event by event or all at once, also after rewinds and undone compactions', () => {
  fc.assert(
    fc.property(logs, fc.nat({ max: 200 }), (events, cut) => {
      const found = events.slice(0, cut);
      const { memory, trace } = openedFrom(found);
      expect(sent(memory)).toEqual(sent(new Memory(found)));
      const whole = new Trace();
      for (const stamped of found) whole.follow(stamped);
      expect([trace.count, trace.turnFrom]).toEqual([found.length, whole.turnFrom]);
    }),
    { numRuns: 1_000 },
  );
});

test('skills stay in the order in which they were activated last', () => {
  const skill = (name: string): Stamped['event'] => {
    return { type: 'session.skill', skill: { state: 'active', name, origin: 'user', path: '/s', body: 'b', bytes: 1 } };
  };
  const turn: Stamped['event'] = { type: 'turn.start', turn: 't' as TurnId, model: 'p/m' };
  const { events } = openedFrom([skill('a'), skill('b'), skill('a'), turn].map((event, time) => ({ time, event })));
  const { wanted } = new SkillBook({ events, memory: new Memory([]), emit: () => {} });
  expect(wanted.map(({ name }) => name)).toEqual(['b', 'a']);
});

test('of turns that have ended nothing is kept but what is still open', () => {
  const notice = { type: 'notice', level: 'info', code: 'problem', message: 'n' } as const;
  const turn = (id: number): readonly Stamped['event'][] => [{ type: 'turn.start', turn: `t${id}` as TurnId, model: 'p/m' }, notice];
  const work = { id: 'w', kind: 'command', title: 'w', awaited: true } as const;
  const all = [...turn(1), { type: 'work.start', work } as const, ...turn(2), ...turn(3)];
  const { events } = openedFrom(all.map((event, time) => ({ time, event })));
  expect(events.map(({ time }) => time)).toEqual([2, 5, 6]);
});
