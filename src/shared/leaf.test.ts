import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptEventSchema, type Stamped } from './events.ts';
import { emptyView, fold } from './fold.ts';
import { leafEvents } from './leaf.ts';
import { NO_USAGE } from './usage.ts';

type Step =
  | { readonly kind: 'turn' | 'notice' | 'rename' | 'redo' }
  | { readonly kind: 'rewind'; readonly to: number; readonly chat: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('turn' as const) }) },
  fc.record({ kind: fc.constantFrom('notice' as const, 'rename' as const) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewind' as const), to: fc.nat({ max: 12 }), chat: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('redo' as const) }) },
);

/** Any order of turns, renames, steps back and forward, also such that lead nowhere. */
const logs: fc.Arbitrary<readonly Stamped[]> = fc
  .array(step, { maxLength: 20 })
  .map((steps) => steps.flatMap(eventsOf).map((event, time) => ({ time, event: keptEventSchema.parse(event) })));

function eventsOf(of: Step, index: number): readonly unknown[] {
  switch (of.kind) {
    case 'turn':
      return [
        { type: 'turn.start', turn: `t${index}`, model: 'm' },
        { type: 'message.end', message: { role: 'user', id: `u${index}`, origin: 'prompt', text: `say ${index}` } },
        { type: 'turn.end', turn: `t${index}`, stop: 'complete', rounds: 1, usage: NO_USAGE, duration: 1, files: [] },
      ];
    case 'notice':
      return [{ type: 'notice', level: 'info', code: 'problem', message: `notice ${index}` }];
    case 'rename':
      return [{ type: 'session.update', title: `title ${index}` }];
    case 'rewind':
      return [{ type: 'session.rewind', turn: `t${of.to}`, chat: of.chat }];
    case 'redo':
      return [{ type: 'session.redo' }];
  }
}

/** What stands in the transcript, apart from the numbers that notices are called by. */
function shown(events: readonly Stamped[]): readonly unknown[] {
  return fold(emptyView(), events).items.map((item) => ({ ...item, id: item.kind === 'notice' ? '' : item.id }));
}

describe('rewinds', () => {
  it('show what the conversation consists of', () => {
    fc.assert(
      fc.property(logs, (log) => {
        expect(shown(log)).toEqual(shown(leafEvents(log)));
      }),
    );
  });

  it('fold the same at once and in any two parts', () => {
    fc.assert(
      fc.property(logs, fc.nat({ max: 40 }), (log, cut) => {
        expect(fold(fold(emptyView(), log.slice(0, cut)), log.slice(cut))).toEqual(fold(emptyView(), log));
      }),
    );
  });

  it('are undone by as many redos, whatever was renamed in between', () => {
    const back = fc.array(fc.record({ to: fc.nat({ max: 12 }), chat: fc.boolean() }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(logs, back, (log, steps) => {
        const moves = [
          ...steps.map(({ to, chat }) => ({ type: 'session.rewind', turn: `t${to}`, chat })),
          ...steps.map(() => ({ type: 'session.redo' })),
        ].map((event, index) => ({ time: log.length + index, event: keptEventSchema.parse(event) }));
        const [before, after] = [fold(emptyView(), log), fold(emptyView(), [...log, ...moves])];
        expect({ ...after, updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 });
        expect(leafEvents([...log, ...moves])).toEqual(leafEvents(log));
      }),
    );
  });

  it('keep titles, and never lose an event of the log', () => {
    fc.assert(
      fc.property(logs, (log) => {
        expect(fold(emptyView(), log).title).toBe(fold(emptyView(), leafEvents(log)).title);
        expect(leafEvents(log).every((stamped) => log.includes(stamped))).toBe(true);
      }),
    );
  });
});
