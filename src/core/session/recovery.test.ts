import { expect, test } from 'vitest';
import type { Approval } from '../../shared/approvals.ts';
import type { KeptEvent } from '../../shared/events.ts';
import type { ApprovalId, CallId, MessageId, TurnId } from '../../shared/ids.ts';
import { START, setupSession } from '../testing/session-rig.ts';
import { closeHalfTurn } from './recovery.ts';

const call = (id: string) => ({ type: 'tool_call' as const, id: id as CallId, name: 'bash', arguments: '{}' });
const begins = (id: string): KeptEvent => ({ type: 'tool.start', call: id as CallId, name: 'bash' });
const APPROVAL: Approval = {
  ...{ id: 'x1' as ApprovalId, callId: 'waits' as CallId, kind: 'command', tool: 'bash', subject: 'make', access: 'run' },
  ...{ reason: '', preview: '', permanent: '' },
};

test('after a restart the model is told of each open call whether it ran, waited for the person, or never began', () => {
  const blocks = [call('ran'), call('waits'), call('later')];
  const events: readonly KeptEvent[] = [
    { type: 'turn.start', turn: 't1' as TurnId, model: 'p/m' },
    { type: 'message.end', message: { role: 'assistant', id: 'm1' as MessageId, model: 'p/m', blocks, stop: 'tool_calls' } },
    begins('ran'),
    begins('waits'),
    { type: 'approval.start', approval: APPROVAL },
  ];
  const closing = closeHalfTurn(events.map((event, time) => ({ time, event })));
  const told = closing.flatMap((event) =>
    event.type === 'tool.end' ? [[event.call, event.detail?.kind === 'error' && event.detail.error, event.text]] : [],
  );
  expect(told).toEqual([
    ['ran', 'interrupted', expect.stringMatching(/^Interrupted: .*may have done part/)],
    ['waits', 'not_dispatched', expect.stringMatching(/^Not run: .*waited for the person.*asked again\.$/)],
    ['later', 'not_dispatched', expect.stringMatching(/^Not run: .*before this call began/)],
  ]);
  expect(closing[0]).toMatchObject({ type: 'approval.end', approval: 'x1', source: 'restart', decision: { type: 'deny' } });
  expect(closing.at(-1)).toMatchObject({ type: 'turn.end', stop: 'interrupted' });
});

test('a turn that was cut ends with what it had cost before the restart', async () => {
  const spoken = (id: string) => ({ role: 'assistant' as const, id: id as MessageId, model: 'p/m', blocks: [], stop: 'complete' as const });
  const log: readonly KeptEvent[] = [
    START,
    { type: 'turn.start', turn: 't1' as TurnId, model: 'p/m' },
    { type: 'message.end', message: spoken('m1'), cost: 5 },
    { type: 'turn.start', turn: 't2' as TurnId, model: 'p/m' },
    { type: 'message.end', message: spoken('m2'), cost: 7 },
  ];
  const { session, written } = setupSession({ script: () => [], log });
  await session.idle();
  expect(written.find(({ type }) => type === 'turn.end')).toMatchObject({
    turn: 't2',
    stop: 'interrupted',
    spent: { own: { requests: 1, cost: 7, unpriced: 0 } },
  });
});
