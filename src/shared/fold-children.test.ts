import { describe, expect, it } from 'vitest';
import type { Approval } from './approvals.ts';
import type { SessionEvent } from './events.ts';
import { emptyView, fold } from './fold.ts';
import { approvalIdSchema, callIdSchema, sessionIdSchema } from './ids.ts';
import { NO_USAGE } from './usage.ts';

const [A, B] = [sessionIdSchema.parse('a'.repeat(32)), sessionIdSchema.parse('b'.repeat(32))];

const approval = (id: string): Approval => ({
  ...{ id: approvalIdSchema.parse(id), callId: callIdSchema.parse('c1'), kind: 'path', tool: 'ls', subject: '/srv', access: 'read' },
  ...{ reason: 'r', preview: '', permanent: '' },
});
const stamp = (events: readonly SessionEvent[]) => events.map((event, time) => ({ time, event }));
const asks = (child: typeof A, id: string, until?: number): SessionEvent => ({
  ...{ type: 'child.update', child },
  question: { agent: 'explore', task: 't', approval: approval(id), ...(until === undefined ? {} : { until }) },
});

const EVENTS: readonly SessionEvent[] = [
  { type: 'child.start', child: A, call: callIdSchema.parse('k1'), agent: 'explore', task: 't' },
  { type: 'child.start', child: B, call: callIdSchema.parse('k2'), agent: 'explore', task: 't' },
  asks(A, 'x1'),
  asks(B, 'x2'),
  asks(A, 'x1', 9),
  { type: 'child.update', child: A, rounds: 2 },
];

const shown = (events: readonly SessionEvent[]) =>
  fold(emptyView(), stamp(events)).asked.map(({ child, approval: { id }, until }) => [child, id, until]);

describe('what children ask', () => {
  it('stands in the order it came, each with its time, and stays through other news of the child', () => {
    expect(shown(EVENTS)).toEqual([
      [A, 'x1', 9],
      [B, 'x2', undefined],
    ]);
  });

  it('goes when it is answered, and with its child', () => {
    expect(shown([...EVENTS, { type: 'child.update', child: A, question: null }])).toEqual([[B, 'x2', undefined]]);
    const end: SessionEvent = { type: 'child.end', child: B, stop: 'cancelled', usage: NO_USAGE, duration: 1 };
    expect(shown([...EVENTS, end])).toEqual([[A, 'x1', 9]]);
  });

  it('is replaced by what the same child asks next, and leaves the parent as it is for anything else', () => {
    expect(shown([...EVENTS, asks(A, 'x3')])).toEqual([
      [B, 'x2', undefined],
      [A, 'x3', undefined],
    ]);
    const { waiting, items } = fold(emptyView(), stamp(EVENTS));
    expect([waiting, items.map(({ kind }) => kind)]).toEqual([[], ['child', 'child']]);
  });
});
