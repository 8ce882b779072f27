import { expect, test } from 'vitest';
import type { ApprovalDecision } from '../../shared/approvals.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { answer, calling, ID, type SessionSetup, setupSession } from '../testing/session-rig.ts';

/** A model that sends the same failing call that often and then stops. */
function failing(times: number, deps: SessionSetup['deps'] = {}) {
  return setupSession({
    script: (_, round) => (round <= times ? calling(`c${round}`) : answer('I give up.')),
    execute: async () => ({ text: 'exit_code 2', isError: true }),
    deps,
  });
}

type Rig = ReturnType<typeof failing>;

function told({ requests }: Rig): readonly string[] {
  const texts = requests.at(-1)?.messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])) ?? [];
  return texts.slice(1);
}

async function decide(rig: Rig, nth: number, decision: ApprovalDecision): Promise<void> {
  await rig.until('approval.start', nth);
  const [waiting] = fold(emptyView(), rig.shown).waiting;
  if (!waiting) throw new Error('nothing waits');
  rig.send({ type: 'approval.answer', session: ID, approval: waiting.id, decision });
}

const WORDS =
  /^\[Mode: build\. .+\]\n\n\[Loop guard: bash failed 3 times in a row with the same arguments\. Do not send that call again unchanged\..+\]/;

test('a person is asked after the third failure, and a denial reaches the model with the reason', async () => {
  const rig = failing(3);
  rig.say('make it');
  await decide(rig, 1, { type: 'deny', reason: 'Use the other makefile.' });
  await rig.session.idle();
  expect(told(rig)).toEqual([expect.stringMatching(WORDS)]);
  expect(told(rig)[0]).toMatch(/\n\nUse the other makefile\.$/);
  const tool = fold(emptyView(), rig.shown).items.findLast((item) => item.kind === 'tool');
  expect(tool).toMatchObject({
    state: 'failed',
    approvals: [{ decision: { type: 'deny' }, source: 'person', approval: { kind: 'loop' } }],
  });
});

test('allowed once it is asked about again after three more, for the session never again', async () => {
  const rig = failing(9);
  rig.say('make it');
  await decide(rig, 1, { type: 'allow_once' });
  await decide(rig, 2, { type: 'allow_session' });
  await rig.session.idle();
  expect(rig.shown.filter(({ event }) => event.type === 'approval.start')).toHaveLength(2);
  expect(told(rig)).toEqual([]);
});

test('where nobody is there the model is told, and the person can read that it was', async () => {
  const rig = failing(3, { approvals: 'refuse' });
  rig.say('make it');
  await rig.session.idle();
  expect(told(rig)).toEqual([expect.stringMatching(WORDS)]);
  expect(rig.shown.map(({ event }) => event)).toContainEqual({
    type: 'notice',
    level: 'warning',
    code: 'loop_guard',
    message: 'bash failed 3 times in a row with the same arguments. The model was told to change its way.',
  });
});

test('stopping the turn while it asks tells the model nothing', async () => {
  const rig = failing(3);
  rig.say('make it');
  await rig.until('approval.start');
  rig.send({ type: 'stop', session: ID });
  await rig.session.idle();
  expect(rig.requests).toHaveLength(3);
  expect(rig.written.at(-1)).toMatchObject({ type: 'turn.end', stop: 'cancelled' });
});
