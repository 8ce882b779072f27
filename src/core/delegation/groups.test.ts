import { describe, expect, it } from 'vitest';
import type { CallId, SessionId } from '../../shared/ids.ts';
import { Groups } from './groups.ts';

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(32) as SessionId) as [SessionId, SessionId];

/** The calls of one message. */
function message() {
  const beside = new AbortController();
  return { beside: beside.signal, over: () => beside.abort() };
}

describe('a group', () => {
  it('is told when its last member has ended, in the order they ended', () => {
    const groups = new Groups(async () => []);
    const { beside, over } = message();
    const told: string[] = [];
    expect([groups.join('g', A, beside), groups.join('g', B, beside)]).toEqual([true, true]);
    over();
    groups.end('g', B, () => told.push('B'));
    expect(told).toEqual([]);
    groups.end('g', A, () => told.push('A'));
    expect(told).toEqual(['B', 'A']);
  });

  it('waits for calls of its message that have not joined yet', () => {
    const groups = new Groups(async () => []);
    const { beside, over } = message();
    const told: string[] = [];
    groups.join('g', A, beside);
    groups.end('g', A, () => told.push('A'));
    expect(told).toEqual([]);
    groups.join('g', B, beside);
    groups.end('g', B, () => told.push('B'));
    expect(told).toEqual([]);
    over();
    expect(told).toEqual(['A', 'B']);
  });

  it('is never joined by another message, also after it was told or the session was opened again', async () => {
    const { beside, over } = message();
    const groups = new Groups(async () => []);
    groups.join('g', A, beside);
    expect(groups.join('g', B, message().beside)).toBe(false);
    groups.end('g', A, () => {});
    over();
    expect(groups.join('g', B, message().beside)).toBe(false);
    const start = { type: 'child.start', child: A, call: 'c' as CallId, agent: 'explore', task: 't', group: 'g' } as const;
    const again = new Groups(async () => [{ time: 1, event: start }]);
    await again.ready();
    expect([again.join('g', B, message().beside), again.join('G', B, message().beside)]).toEqual([false, true]);
  });
});
