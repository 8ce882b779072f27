import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEvent, Stamped } from './events.ts';
import { emptyView, fold } from './fold.ts';
import { NO_USAGE } from './usage.ts';

const USAGE = { input: 10, output: 5, cacheRead: 4, cacheWrite: 0 };

function stamp(events: readonly unknown[]): readonly Stamped[] {
  return events.map((event, index) => ({ time: index + 1, event: event as SessionEvent }));
}

function compaction(generation: number, id: string): unknown {
  return {
    type: 'compaction.end',
    generation,
    cause: 'manual',
    stage: 'normal',
    summary: { role: 'user', id, origin: 'notice', text: 'Summary.' },
    source: 'model',
    first: 'a2',
    kept: ['a1'],
    dropped: { prompts: 1, answers: 0, results: 0 },
    before: 100,
    after: 40,
    focus: 'tests',
    usage: USAGE,
    duration: 5,
  };
}

const kept: readonly unknown[] = [
  { type: 'session.start', session: 'a'.repeat(32), project: '/p', title: 'T', model: 'm/1' },
  { type: 'turn.start', turn: 't1', model: 'm/1' },
  { type: 'message.end', message: { role: 'user', id: 'u1', origin: 'prompt', text: 'hi' } },
  {
    type: 'message.end',
    message: {
      role: 'assistant',
      id: 'a1',
      model: 'm/1',
      stop: 'tool_calls',
      usage: USAGE,
      blocks: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_call', id: 'c1', name: 'mutate', arguments: '{}' },
      ],
    },
  },
  { type: 'tool.start', call: 'c1', name: 'mutate' },
  {
    type: 'approval.start',
    approval: {
      id: 'x1',
      callId: 'c1',
      kind: 'path',
      tool: 'mutate',
      subject: '/etc/x',
      access: 'write',
      reason: 'outside',
      preview: '',
      permanent: '',
    },
  },
  { type: 'approval.end', approval: 'x1', decision: { type: 'deny', reason: 'no' }, source: 'person' },
  {
    type: 'tool.end',
    call: 'c1',
    name: 'mutate',
    text: 'denied',
    isError: true,
    duration: 3,
    detail: { kind: 'error', error: 'approval_denied', message: 'no' },
  },
  {
    type: 'message.end',
    message: { role: 'assistant', id: 'a2', model: 'm/1', stop: 'complete', usage: USAGE, blocks: [{ type: 'text', text: 'Done.' }] },
  },
  { type: 'turn.end', turn: 't1', stop: 'complete', rounds: 2, usage: USAGE, duration: 9, files: [] },
  { type: 'notice', level: 'info', code: 'retry', message: 'n' },
  { type: 'message.pin', message: 'u1', pinned: true },
  { type: 'message.pin', message: 'a1', pinned: true },
  { type: 'message.pin', message: 'u1', pinned: false },
  compaction(1, 's1'),
  { type: 'compaction.undo', generation: 1 },
  compaction(1, 's2'),
  { type: 'compaction.fail', cause: 'manual', stop: 'failed', message: 'No.', hint: 'Try again.', usage: USAGE },
];

const live: readonly unknown[] = [
  ...kept.slice(0, 3),
  { type: 'message.start', message: 'a1', model: 'm/1' },
  { type: 'message.update', message: 'a1', kind: 'text', text: 'Loo' },
  { type: 'message.reset', message: 'a1' },
  { type: 'message.update', message: 'a1', kind: 'thinking', text: 'hm' },
  { type: 'message.update', message: 'a1', kind: 'text', text: 'Look' },
  { type: 'message.update', message: 'a1', kind: 'text', text: 'ing.' },
  kept[3],
  kept[4],
  { type: 'tool.update', call: 'c1', text: 'out' },
  ...kept.slice(5, 14),
  { type: 'compaction.start', cause: 'manual', stage: 'normal', waits: true },
  { type: 'compaction.start', cause: 'manual', stage: 'normal', waits: false },
  ...kept.slice(14, 17),
  { type: 'compaction.start', cause: 'manual', stage: 'normal', waits: false },
  ...kept.slice(17),
];

describe('fold', () => {
  it('gives the finished session from its log', () => {
    const view = fold(emptyView(), stamp(kept));
    expect(view.items.map((item) => [item.kind, item.id])).toEqual([
      ['user', 'u1'],
      ['assistant', 'a1'],
      ['tool', 'c1'],
      ['assistant', 'a2'],
      ['turn', 't1'],
      ['notice', 'n5'],
      ['compaction', 's1'],
      ['compaction', 's2'],
      ['notice', 'n8'],
    ]);
    expect(view.items[2]).toMatchObject({ state: 'failed', text: 'denied', approvals: [{ decision: { type: 'deny', reason: 'no' } }] });
    expect({ turns: view.turns, turn: view.turn, waiting: view.waiting, usage: view.usage }).toEqual({
      turns: 1,
      turn: undefined,
      waiting: [],
      usage: { input: 50, output: 25, cacheRead: 20, cacheWrite: 0 },
    });
  });

  it('shows a call that waits for an answer', () => {
    const view = fold(emptyView(), stamp(kept.slice(0, 6)));
    expect(view.items[2]).toMatchObject({ kind: 'tool', state: 'waiting' });
    expect(view.waiting.map((approval) => approval.id)).toEqual(['x1']);
  });

  it('shows when a question is denied unless somebody answers, as long as it waits', () => {
    const time = (until: number) => ({ type: 'approval.time', approval: 'x1', until }) as SessionEvent;
    const open = fold(emptyView(), stamp([...kept.slice(0, 6), time(5), time(9)]));
    expect(open.items[2]).toMatchObject({ approvals: [{ until: 9 }] });
    expect(fold(open, stamp([...kept.slice(6, 7), time(12)])).items).toEqual(fold(emptyView(), stamp(kept.slice(0, 7))).items);
  });

  it('streams, withdraws and completes a message in one place', () => {
    const events = stamp(live);
    expect(fold(emptyView(), events.slice(0, 5)).items[1]).toMatchObject({ streaming: true, blocks: [{ type: 'text', text: 'Loo' }] });
    expect(fold(emptyView(), events.slice(0, 6)).items[1]).toMatchObject({ streaming: true, blocks: [] });
    expect(fold(emptyView(), events.slice(0, 9)).items[1]).toMatchObject({
      blocks: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'Looking.' },
      ],
    });
  });

  it('ends with the same items whether live events were seen or not', () => {
    const times = (view: ReturnType<typeof emptyView>) => view.items.map((item) => ({ ...item, time: 0 }));
    expect(times(fold(emptyView(), stamp(live)))).toEqual(times(fold(emptyView(), stamp(kept))));
  });

  it('is the same event by event, in any batches, and leaves earlier views untouched', () => {
    const events = stamp(live);
    const whole = fold(emptyView(), events);
    fc.assert(
      fc.property(fc.array(fc.nat(events.length), { maxLength: 6 }), (cuts) => {
        const bounds = [...new Set([0, ...cuts, events.length])].sort((a, b) => a - b);
        let view = emptyView();
        for (const [index, end] of bounds.entries()) {
          const before = structuredClone(view);
          const next = fold(view, events.slice(bounds[index - 1] ?? 0, end));
          expect(view).toEqual(before);
          view = next;
        }
        expect(view).toEqual(whole);
      }),
    );
  });

  it('keeps the identity of items that did not change', () => {
    const before = fold(emptyView(), stamp(kept.slice(0, 8)));
    const after = fold(before, stamp(kept.slice(8)));
    expect(after.items.slice(0, 3).every((item, index) => item === before.items[index])).toBe(true);
  });

  it('has a line where the mode changes, and none where it is only said again', () => {
    const events = stamp([
      { type: 'session.update', mode: 'build' },
      { type: 'session.update', mode: 'plan' },
      { type: 'session.update', title: 'T' },
    ]);
    const { mode, title, items } = fold(emptyView(), events);
    expect({ mode, title, items }).toEqual({ mode: 'plan', title: 'T', items: [{ kind: 'mode', id: 'mode0', time: 2, mode: 'plan' }] });
  });

  it('has a line where a skill begins or ends, and knows which are wanted', () => {
    const begins = (name: string, bytes = 9) => ({
      type: 'session.skill',
      skill: { state: 'active', name, origin: 'user', path: '/s', body: 'x', bytes },
    });
    const ends = { type: 'session.skill', skill: { state: 'inactive', name: 'a' } };
    const view = fold(emptyView(), stamp([begins('a'), begins('b', 1_000_000), ends, begins('b')]));
    expect(view.skills).toEqual(['b']);
    expect(view.items).toEqual([
      { kind: 'skill', id: 'skill0', time: 1, name: 'a', active: true, origin: 'user', bytes: 9, truncated: false },
      { kind: 'skill', id: 'skill1', time: 2, name: 'b', active: true, origin: 'user', bytes: 1_000_000, truncated: true },
      { kind: 'skill', id: 'skill2', time: 3, name: 'a', active: false },
      { kind: 'skill', id: 'skill3', time: 4, name: 'b', active: true, origin: 'user', bytes: 9, truncated: false },
    ]);
  });

  it('shows a compaction while it runs and what came of it, counts what it cost, and takes it back', () => {
    const at = live.findIndex((event) => (event as SessionEvent).type === 'compaction.start');
    const { compaction: waiting } = fold(emptyView(), stamp(live.slice(0, at + 1)));
    const { compaction: running } = fold(emptyView(), stamp(live.slice(0, at + 2)));
    expect([waiting?.waits, running?.waits]).toEqual([true, false]);
    const done = fold(emptyView(), stamp(live.slice(0, at + 3)));
    expect([done.compaction, done.generation, done.pins]).toEqual([undefined, 1, ['a1']]);
    expect(done.items.at(-1)).toEqual({
      kind: 'compaction',
      id: 's1',
      time: at + 3,
      generation: 1,
      cause: 'manual',
      stage: 'normal',
      source: 'model',
      first: 'a2',
      kept: ['a1'],
      summary: 'Summary.',
      dropped: { prompts: 1, answers: 0, results: 0 },
      pinned: 1,
      before: 100,
      after: 40,
      focus: 'tests',
      duration: 5,
      undone: false,
    });
    const undone = fold(done, stamp([{ type: 'compaction.undo', generation: 1 }]));
    expect([undone.generation, undone.items.at(-1)]).toEqual([0, { ...done.items.at(-1), undone: true }]);
    const whole = fold(emptyView(), stamp(live));
    expect([whole.generation, whole.compaction, whole.usage.input]).toEqual([1, undefined, 50]);
    expect(whole.items.at(-1)).toMatchObject({ kind: 'notice', level: 'error', message: 'No.', hint: 'Try again.' });
  });

  it('starts empty', () => {
    expect(fold(emptyView(), [])).toEqual({
      id: '',
      project: '',
      title: '',
      model: '',
      mode: 'build',
      first: 0,
      items: [],
      starts: [],
      rewinds: [],
      queue: [],
      skills: [],
      pins: [],
      generation: 0,
      turns: 0,
      work: [],
      untold: [],
      waiting: [],
      asked: [],
      usage: NO_USAGE,
      spent: {},
      turnSpent: {},
      running: {},
      updatedAt: 0,
    });
  });
});
