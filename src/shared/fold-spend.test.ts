import { describe, expect, test } from 'vitest';
import type { SessionEvent, Stamped } from './events.ts';
import { emptyView, fold } from './fold.ts';
import { withRunning } from './fold-spend.ts';
import type { CallId, MessageId, SessionId, TurnId } from './ids.ts';
import { spendWords, spentWords, totalSpend } from './spend.ts';
import { NO_USAGE } from './usage.ts';

const CHILD = 'c'.repeat(32) as SessionId;
const usage = { ...NO_USAGE, input: 10, output: 2 };
const begin: SessionEvent = { type: 'turn.start', turn: 't' as TurnId, model: 'p/m' };
const answer = (cost?: number): SessionEvent => ({
  type: 'message.end',
  message: { role: 'assistant', id: 'm' as MessageId, model: 'p/m', blocks: [], stop: 'complete', usage },
  ...(cost === undefined ? {} : { cost }),
});
const started: SessionEvent = { type: 'child.start', child: CHILD, call: 'a' as CallId, agent: 'explore', task: 'Look' };
const update = (cost: number): SessionEvent => ({ type: 'child.update', child: CHILD, spend: { requests: 1, cost, unpriced: 0 } });
const childEnd = { type: 'child.end', child: CHILD, stop: 'complete', rounds: 3, usage, duration: 1 } as const;
const dollars = (nano: number) => `$${nano}`;

function seen(...events: readonly SessionEvent[]) {
  return fold(
    emptyView(),
    events.map((event, time): Stamped => ({ time, event })),
  );
}

describe('what a session cost', () => {
  test('is told by who asked, and of the newest turn apart', () => {
    const view = seen(begin, answer(5), begin, answer(7), { type: 'request.lost', usage, cost: 1 }, started, {
      ...childEnd,
      spend: { requests: 2, cost: 30, unpriced: 1 },
    });
    expect(view.spent).toEqual({ own: { requests: 3, cost: 13, unpriced: 0 }, children: { requests: 2, cost: 30, unpriced: 1 } });
    expect(view.turnSpent).toEqual({ own: { requests: 2, cost: 8, unpriced: 0 }, children: { requests: 2, cost: 30, unpriced: 1 } });
    expect(view.usage.input).toBe(40);
  });

  test('counts a child that runs with what it has cost until now, and once only when it has ended', () => {
    const running = seen(begin, answer(5), started, update(3), update(9));
    expect([running.spent, totalSpend(withRunning(running.spent, running.running)).cost]).toEqual([
      { own: { requests: 1, cost: 5, unpriced: 0 } },
      14,
    ]);
    const ended = fold(running, [{ time: 9, event: { ...childEnd, spend: { requests: 3, cost: 11, unpriced: 0 } } }]);
    expect([ended.running, totalSpend(withRunning(ended.spent, ended.running)).cost]).toEqual([{}, 16]);
  });

  test('does not count what another session paid for and used', () => {
    const fork = seen(begin, answer(5), { type: 'session.copied' });
    expect([fork.spent, fork.usage, fork.lastUsage]).toEqual([{}, NO_USAGE, usage]);
    const gone = seen(begin, answer(5), { type: 'session.copied' }, answer(2));
    expect([gone.spent, gone.usage]).toEqual([{ own: { requests: 1, cost: 2, unpriced: 0 } }, usage]);
  });

  test('is unknown where a log is older than prices in it', () => {
    const { spent } = seen(begin, answer(), started, childEnd, { ...childEnd, cost: 4 });
    expect(spent).toEqual({ own: { requests: 1, cost: 0, unpriced: 1 }, children: { requests: 6, cost: 4, unpriced: 3 } });
  });
});

test.each([
  [{ requests: 0, cost: 0, unpriced: 0 }, undefined],
  [{ requests: 2, cost: 0, unpriced: 2 }, 'price unknown'],
  [{ requests: 2, cost: 0, unpriced: 0 }, '$0'],
  [{ requests: 2, cost: 7, unpriced: 1 }, 'at least $7'],
])('%j is said as %j', (spend, words) => {
  expect(spendWords(spend, dollars)).toBe(words);
});

test('whoever asked besides is named', () => {
  const one = (cost: number) => ({ requests: 1, cost, unpriced: 0 });
  expect(spentWords({ own: one(1), children: one(2), compactions: { requests: 1, cost: 0, unpriced: 1 } }, dollars)).toBe(
    'at least $3 (children $2, compaction price unknown)',
  );
  expect(spentWords({ own: one(1) }, dollars)).toBe('$1');
});
