import { describe, expect, test } from 'vitest';
import type { KeptEvent } from '../../shared/events.ts';
import type { CallId } from '../../shared/ids.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { answer, ID, type SessionSetup, START, setupSession } from '../testing/session-rig.ts';
import type { ToolSet } from '../tools/tool.ts';
import { decide, ends, INTERRUPTED, NAMES, ONCE, open, type Ran, type Rig, waiting } from './testing/held-rig.ts';

/** Runs until the second question waits and ends the program there, by quitting or by letting it be. */
async function heldLog(end: 'quit' | 'crash', deps: SessionSetup['deps'] = {}): Promise<readonly KeptEvent[]> {
  const ran: Ran = { done: [] };
  const rig = open([START], ran, deps);
  rig.say('go');
  await rig.until('approval.start', 1);
  await decide(rig, ONCE);
  await rig.until('approval.start', 2);
  const log = [START, ...rig.written];
  await rig.session.close();
  if (end === 'quit') expect([START, ...rig.written]).toEqual(log);
  return log;
}

describe('a question that waits when Steiner ends', () => {
  test('is there again, with nothing written, also after opening and closing it several times', async () => {
    let log = await heldLog('quit');
    for (let times = 0; times < 3; times += 1) {
      const rig = open(log, { done: [] });
      await rig.session.shown();
      expect([rig.session.waiting, rig.session.running, waiting(rig)?.subject]).toEqual([true, true, '/srv/b']);
      await rig.session.close();
      log = [...log, ...rig.written];
    }
    expect(log.at(-1)).toMatchObject({ type: 'approval.start', approval: { subject: '/srv/b' } });
  });

  test('is denied as it is opened where nobody reads along, and never left open as it closes', async () => {
    const rig = open(await heldLog('crash'), { done: [] }, { unwatched: true });
    await rig.session.shown();
    expect([rig.session.waiting, rig.session.running]).toEqual([false, false]);
    expect(rig.written.at(0)).toMatchObject({ type: 'approval.end', decision: { type: 'deny' }, source: 'restart' });
    expect(rig.written.at(-1)).toMatchObject({ type: 'turn.end', stop: 'interrupted' });
    const again = open([START], { done: [] }, { unwatched: true });
    again.say('go');
    await again.until('approval.start', 1);
    await again.session.close();
    expect(again.written.flatMap((event) => (event.type === 'approval.end' ? [event.source] : []))).toEqual(['stopped']);
    expect(again.written.at(-1)).toMatchObject({ type: 'turn.end', stop: 'cancelled' });
  });

  test('goes on when it is allowed: what began beside it is told as interrupted, nothing runs or is asked twice', async () => {
    const log = await heldLog('crash');
    const ran: Ran = { done: [] };
    const rig = open(log, ran);
    await decide(rig, ONCE);
    await rig.session.idle();
    expect(ran.done).toEqual(['asks', 'later']);
    expect(ends([...log, ...rig.written])).toEqual(['first: did first', 'asks: did asks', `beside: ${INTERRUPTED}`, 'later: did later']);
    expect(rig.written.flatMap((event) => (event.type === 'tool.start' ? [event.call] : []))).toEqual(['asks', 'later']);
    const [before] = log.flatMap((event) => (event.type === 'turn.start' ? [event.turn] : []));
    expect(rig.written.at(-1)).toMatchObject({
      type: 'turn.end',
      turn: before,
      stop: 'complete',
      rounds: 2,
      usage: { input: 10, output: 1 },
    });
    expect(rig.requests[0]?.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))).toEqual(NAMES);
  });

  test('a denial reaches the model with its reason', async () => {
    const rig = open(await heldLog('crash'), { done: [] });
    await decide(rig, { type: 'deny', reason: 'not there' });
    await rig.session.idle();
    expect(ends(rig.written)[0]).toBe('asks: not allowed /srv/b not there');
  });

  test('stopping instead ends the turn, with one result for each call', async () => {
    const ran: Ran = { done: [] };
    const rig = open(await heldLog('crash'), ran);
    rig.send({ type: 'stop', session: ID });
    await rig.session.idle();
    const stopped = 'Not run: the person stopped the turn before this call.';
    expect(ends(rig.written)).toEqual([`asks: ${stopped}`, `beside: ${INTERRUPTED}`, `later: ${stopped}`]);
    expect(rig.written.at(-1)).toMatchObject({ type: 'turn.end', stop: 'cancelled', rounds: 1 });
    expect([ran.done, rig.session.waiting]).toEqual([[], false]);
    rig.say('again');
    await rig.session.idle();
    expect(rig.requests[0]?.messages.filter((message) => message.role === 'tool').length).toBe(4);
  });

  test('a rule made meanwhile answers it', async () => {
    const rule = { id: 'r1', kind: 'path', access: 'write', pattern: '/srv', created: '' } as const;
    const log = await heldLog('crash');
    const rules = async () => ({ ok: true as const, value: [rule] });
    const rig = open(
      log,
      { done: [] },
      { book: { home: '/home/ana', rules, add: async () => ({ ok: true, value: rule }), record: () => {} } },
    );
    await rig.session.idle();
    expect(rig.written[0]).toMatchObject({ type: 'approval.end', source: 'rule', rule: { id: 'r1' } });
    expect(ends(rig.written)[0]).toBe('asks: did asks');
  });

  test('has its whole time again', async () => {
    const log = await heldLog('crash');
    const clock = new ManualClock();
    const rig = open(log, { done: [] }, { approvalTimeout: 60_000, clock });
    await rig.session.shown();
    await clock.advance(60_000);
    await rig.session.idle();
    expect(rig.written[0]).toMatchObject({ type: 'approval.end', source: 'timeout', decision: { type: 'deny' } });
  });

  test('where nobody can be asked it stays as it is until a prompt ends that turn', async () => {
    const log = await heldLog('crash');
    const ran: Ran = { done: [] };
    const rig = open(log, ran, { approvals: 'refuse' });
    await rig.session.shown();
    expect([rig.written, rig.session.running]).toEqual([[], false]);
    rig.say('something else');
    await rig.session.idle();
    expect(rig.written[0]).toMatchObject({ type: 'approval.end', source: 'restart' });
    expect([ends(rig.written).length, ran.done]).toEqual([3, []]);
    expect(rig.requests[0]?.messages.filter((message) => message.role === 'tool').length).toBe(4);
  });

  test('a turn whose model is gone ends with that problem once it is answered', async () => {
    const problem = { code: 'model_not_found', message: 'There is no such model.', hint: 'Choose another.' } as const;
    const rig = open(await heldLog('crash'), { done: [] }, { resolveModel: () => ({ ok: false, error: problem }) });
    await decide(rig, ONCE);
    await rig.session.idle();
    expect([ends(rig.written).length, rig.written.at(-1)]).toEqual([
      3,
      expect.objectContaining({ type: 'turn.end', stop: 'error', message: 'There is no such model.' }),
    ]);
  });
});

test('a call that keeps failing is asked about again, and the turn goes on with the answer', async () => {
  const failing = (round: number) =>
    round <= 3
      ? ([
          { type: 'end', stop: 'tool_calls', blocks: [{ type: 'tool_call', id: `c${round}` as CallId, name: 'bash', arguments: '{}' }] },
        ] as const)
      : answer('I give up.');
  const execute: ToolSet['execute'] = async () => ({ text: 'exit_code 2', isError: true });
  const before = setupSession({ script: (_, round) => failing(round), execute });
  before.say('make it');
  await before.until('approval.start', 1);
  await before.session.close();
  const rig = setupSession({ script: (_, round) => failing(round + 3), execute, log: [START, ...before.written] });
  await decide(rig, { type: 'deny', reason: 'another way' });
  await rig.session.idle();
  expect(rig.requests[0]?.messages.at(-1)).toMatchObject({ role: 'user', text: expect.stringMatching(/Loop guard(.|\n)*another way$/) });
  expect(rig.written.filter(({ type }) => type === 'approval.start')).toEqual([]);
});

test('whenever the program ends, every call gets one result and none runs twice', async () => {
  const whole: Ran = { done: [] };
  const rig = open([START], whole);
  rig.say('go');
  await rig.until('approval.start', 1);
  await decide(rig, ONCE);
  await rig.until('approval.start', 2);
  const asked = rig.written.length;
  rig.send({ type: 'stop', session: ID });
  await rig.session.idle();
  for (let length = 0; length <= rig.written.length; length += 1) {
    const log = [START, ...rig.written.slice(0, length)];
    const ran: Ran = { done: [] };
    const again = open(log, ran);
    for (let questions = 0; again.session.waiting && questions < 3; questions += 1) await decide(again, ONCE);
    await settled(again);
    const all = [...log, ...again.written];
    const begun = all.flatMap((event) => (event.type === 'tool.start' ? [event.call] : []));
    const called = all.some((event) => event.type === 'message.end' && event.message.role === 'assistant');
    const results = ends(all).map((line) => line.split(':')[0]);
    expect({ length, results, begun }).toEqual({ length, results: called ? NAMES : [], begun: [...new Set(begun)] });
    const started = new Set(log.flatMap((event) => (event.type === 'tool.start' ? [event.call as string] : [])));
    expect(ran.done.filter((name) => started.has(name) && name !== 'asks')).toEqual([]);
    expect(ran.done.length === 0 || length <= asked).toBe(true);
  }
});

/** The last call of this script runs until it is stopped. */
async function settled(rig: Rig): Promise<void> {
  await rig.session.shown();
  if (rig.session.running) rig.send({ type: 'stop', session: ID });
  await rig.session.idle();
}
