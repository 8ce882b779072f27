import { expect, it } from 'vitest';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { CallId, MessageId, SessionId, TurnId } from '../../shared/ids.ts';
import { completionSchema, sideWorkSchema } from '../../shared/side-work.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { type ChildOrder, notStarted, resultOf } from './child-result.ts';
import { acknowledgement, answerOf, completionOf, sideWorkOf } from './told.ts';

const ORDER: ChildOrder = {
  child: 'c0ffee11'.padEnd(32, '0') as SessionId,
  call: 'call_1' as CallId,
  agent: 'explore',
  task: 'Find it.',
};
const TURN = 't1' as TurnId;

function said(text: string, time: number): Stamped {
  const usage = { input: 100, output: 1_234, cacheRead: 0, cacheWrite: 0 };
  const id = `m${time}` as MessageId;
  const blocks = [{ type: 'text' as const, text }];
  return { time, event: { type: 'message.end', message: { role: 'assistant', id, model: 'p/m', blocks, stop: 'complete', usage } } };
}

function ended(stop: Extract<KeptEvent, { type: 'turn.end' }>['stop'], message?: string): Stamped {
  const word = message === undefined ? {} : { message };
  return { time: 9_000, event: { type: 'turn.end', turn: TURN, stop, rounds: 1, usage: NO_USAGE, duration: 1, files: [], ...word } };
}

const BEGUN: Stamped = { time: 1_000, event: { type: 'turn.start', turn: TURN, model: 'p/m' } };

it('gives the last words exactly, with what the child took', () => {
  const output = '  src/a.ts:3 é\n';
  const result = resultOf({ ...ORDER, group: 'callers' }, [BEGUN, said('on the way', 2), said(output, 3), said(' ', 4), ended('complete')]);
  expect(completionSchema.parse(completionOf(result))).toEqual({
    id: 'c0ffee11',
    kind: 'child',
    title: 'Find it.',
    call: 'call_1',
    status: 'done',
    facts: ['Type: explore', 'Group: callers', 'Took: 3 requests, 3,702 tokens written, 8 s'],
    text: output,
    duration: 8_000,
  });
  expect(answerOf(result)).toBe(output);
  expect(result.usage).toEqual({ input: 300, output: 3_702, cacheRead: 0, cacheWrite: 0 });
});

it('says nothing of what it took where that is not known, and of a child that asked no model', () => {
  const counted = resultOf(ORDER, [BEGUN, said('a', 1_100), ended('complete')]);
  const uncounted = { ...counted, usage: NO_USAGE, duration: 400 };
  expect(completionOf(uncounted).facts).toEqual(['Type: explore', 'Took: 1 request, less than a second']);
  expect(completionOf(notStarted(ORDER, 'cancelled', 'The user stopped it.')).facts).toEqual([
    'Type: explore',
    'Reason: The user stopped it.',
  ]);
});

it.each([
  [
    [ended('max_turns', 'The turn stopped after 15 model requests.')],
    undefined,
    'partial',
    'The turn stopped after 15 model requests. Take what it did as not done.',
  ],
  [
    [ended('cancelled')],
    { by: 'time', seconds: 60 },
    'partial',
    'Its time of 60 s was over after 0 tool calls. Take what it did as not done.',
  ],
  [[ended('cancelled')], { by: 'person' }, 'cancelled', 'The user stopped it after 0 tool calls.'],
  [[ended('cancelled')], { by: 'parent' }, 'cancelled', 'It was stopped with the turn that waited for it, after 0 tool calls.'],
  [[ended('error', 'The server is down.')], undefined, 'failed', 'The server is down.'],
  [[], undefined, 'lost', 'Steiner ended while it ran. What it had said until then follows; nothing goes on by itself.'],
] as const)('%# tells a result that is not done apart, with the reason', (events, by, status, reason) => {
  const result = resultOf(ORDER, [BEGUN, said('half', 2), ...events], by);
  expect({ status: result.status, reason: result.reason, output: result.output }).toEqual({ status, reason, output: 'half' });
  expect(completionOf(result).facts.at(-1)).toBe(`Reason: ${reason}`);
  expect(answerOf(result)).toBe(`[child c0ffee11 (explore): ${status}. ${reason}]\nhalf`);
});

it('advises on a limit of the account', () => {
  const { status, reason } = resultOf(ORDER, [BEGUN, ended('usage_limit', 'The day is used up.')]);
  expect(status).toBe('failed');
  expect(reason).toMatch(/^The day is used up\. Other children may use other accounts\..* stop delegating and tell the user\.$/);
});

it('says in an acknowledgement whether the child runs already, and what a closed session makes of it', () => {
  expect(acknowledgement(ORDER, false)).toMatch(/^Child c0ffee11 \(explore\) runs\. Its result comes by itself/);
  expect(acknowledgement(ORDER, true)).toContain('waits for a free place');
  expect(sideWorkSchema.parse(sideWorkOf(ORDER))).toMatchObject({
    id: 'c0ffee11',
    awaited: true,
    lost: expect.stringContaining('Its log is kept'),
  });
});
