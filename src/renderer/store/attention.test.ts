import { expect, test } from 'vitest';
import type { Approval } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { approvalIdSchema, callIdSchema } from '../../shared/ids.ts';
import { SESSIONS, sessionId } from '../testing/fixtures.ts';
import { activity, firstQuestion, waitingItems } from './attention.ts';
import type { OpenSession } from './state.ts';

const [summary] = SESSIONS;

test.each([
  [{ lastStop: 'usage_limit', resumesAt: 1 }, 'paused'],
  [{ lastStop: 'usage_limit' }, 'limited'],
  [{ lastStop: 'error' }, 'failed'],
  [{ lastStop: 'interrupted' }, 'interrupted'],
  [{ lastStop: 'complete' }, 'idle'],
  [{ lastStop: 'usage_limit', resumesAt: 1, waiting: true }, 'waiting'],
] as const)('a session with %j is shown as %s', (facts, shown) => {
  if (summary === undefined) throw new Error('there is no session');
  expect(activity({ ...summary, ...facts }, undefined)).toBe(shown);
});

const [PARENT, CHILD] = [sessionId(1), sessionId(2)];
const approval: Approval = {
  ...{ id: approvalIdSchema.parse('x1'), callId: callIdSchema.parse('c1'), kind: 'path', tool: 'ls', subject: '/srv', access: 'read' },
  ...{ reason: 'r', preview: '', permanent: '' },
};
const question = { agent: 'explore', task: 'Look.', approval };

function opened(id: typeof PARENT, events: readonly SessionEvent[]): OpenSession {
  const view = fold(
    emptyView(),
    events.map((event) => ({ time: 0, event })),
  );
  return { id, state: 'ready', view, pages: [], reading: false, jump: 0, edited: false, seq: 0, early: [] };
}

const begin = (id: typeof PARENT, title: string, parent?: typeof PARENT): SessionEvent => ({
  ...{ type: 'session.start', session: id, project: '/p', title, model: 'm' },
  ...(parent === undefined ? {} : { parent }),
});
const parent = opened(PARENT, [begin(PARENT, 'Parent'), { type: 'child.update', child: CHILD, question }]);
const child = opened(CHILD, [begin(CHILD, 'Look.', PARENT), { type: 'approval.start', approval }]);
const listed = summary === undefined ? [] : [{ ...summary, id: PARENT, title: 'Parent', waiting: true }];
const withParent = { session: PARENT, title: 'Parent', approval };
const withChild = { session: CHILD, title: 'Look.', approval };

test.each([
  ['its parent and the child are followed', { [PARENT]: parent, [CHILD]: child }, null, withParent],
  ['its parent is on screen', { [PARENT]: parent, [CHILD]: child }, PARENT, withParent],
  ['the child is on screen', { [PARENT]: parent, [CHILD]: child }, CHILD, withChild],
  ['the child is on screen and its parent is only listed', { [CHILD]: child }, CHILD, withChild],
  ['its parent is only listed', { [CHILD]: child }, null, { session: PARENT, title: 'Parent' }],
] as const)('what a child asks counts once when %s', (_, open, current, wanted) => {
  expect(waitingItems({ open, sessions: listed, current })).toEqual([expect.objectContaining(wanted)]);
});

test('a session whose child asks needs the person, and the keys answer that', () => {
  if (summary === undefined) throw new Error('there is no session');
  expect(activity(summary, parent)).toBe('waiting');
  expect(firstQuestion({ open: { [PARENT]: parent }, current: PARENT })).toBe(approval);
});
