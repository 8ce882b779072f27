import { describe, expect, it } from 'vitest';
import type { CallId, MessageId } from '../../shared/ids.ts';
import type { Message, UserOrigin } from '../../shared/messages.ts';
import { stuckCall } from './loop-guard.ts';

type Sketch = readonly [name: string, text: string, failed?: 'failed'];

/** One answer with these calls, and their results. */
function round(...calls: readonly Sketch[]): readonly Message[] {
  const blocks = calls.map(([name, text], index) => ({ type: 'tool_call' as const, id: `c${index}` as CallId, name, arguments: text }));
  return [
    { role: 'assistant', id: 'm' as MessageId, model: 'p/m', blocks, stop: 'tool_calls' },
    ...calls.map(([name, text, failed], index) => {
      const result = { role: 'tool' as const, callId: `c${index}` as CallId, name, text: `result of ${text}` };
      return { ...result, isError: failed === 'failed' };
    }),
  ];
}

function says(origin: UserOrigin): Message {
  return { role: 'user', id: 'u' as MessageId, origin, text: 'go' };
}

const FAIL: Sketch = ['bash', '{"command": "make"}', 'failed'];
const count = (...parts: readonly (readonly Message[])[]) => stuckCall([says('prompt'), ...parts.flat()])?.count;

describe('a call that fails with the same arguments', () => {
  it('is stuck at the third time in a row, and again at the sixth', () => {
    const counts = [1, 2, 3, 4, 5, 6].map((times) => count(...Array<readonly Message[]>(times).fill(round(FAIL))));
    expect(counts).toEqual([undefined, undefined, 3, undefined, undefined, 6]);
    expect(stuckCall(Array(3).fill(round(FAIL)).flat())).toEqual({
      call: { type: 'tool_call', id: 'c0', name: 'bash', arguments: FAIL[1] },
      count: 3,
      text: `result of ${FAIL[1]}`,
    });
  });

  it('counts calls of one answer, and does not pass over the third', () => {
    expect([count(round(FAIL, FAIL), round(FAIL, FAIL)), count(round(FAIL, FAIL, FAIL, FAIL))]).toEqual([4, 4]);
  });

  it('is counted by itself when others fail beside it', () => {
    const other: Sketch = ['bash', '{"command": "make test"}', 'failed'];
    const both = round(FAIL, other);
    expect([count(both, both), count(both, both, both)]).toEqual([undefined, 3]);
    expect(count(both, round(other, FAIL), both, both, both, both)).toBe(6);
    expect(count(both, round(FAIL, ['bash', '{"command": "make test"}']), both)).toBe(3);
    expect(count(both, round(other, ['read', '{}']), both)).toBe(3);
  });

  it.each([
    ['another call', ['bash', '{"command": "make test"}', 'failed']],
    ['the same call of another tool', ['other', FAIL[1], 'failed']],
    ['a success', ['bash', FAIL[1]]],
  ] as const)('starts over after %s', (_, between) => {
    expect(count(round(FAIL), round(FAIL), round(between), round(FAIL))).toBe(undefined);
    expect(count(round(FAIL), round(FAIL), round(FAIL), round(between))).toBe(undefined);
  });

  it('starts over when the person said something, and not when the engine did', () => {
    const resumedBy = (origin: UserOrigin) => count(round(FAIL), round(FAIL), [says(origin)], round(FAIL));
    expect((['prompt', 'steer', 'notice'] as const).map(resumedBy)).toEqual([undefined, undefined, 3]);
  });

  it('is the same whatever white space stands in it, and whether or not it is JSON', () => {
    const spaced: Sketch = ['bash', '{ "command":"make" }', 'failed'];
    const broken: Sketch = ['bash', '{"command', 'failed'];
    expect([count(round(FAIL), round(spaced), round(FAIL)), count(round(broken), round(broken), round(broken))]).toEqual([3, 3]);
  });
});
