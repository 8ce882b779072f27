import { describe, expect, test } from 'vitest';
import type { SessionLog } from '../store/session-log.ts';
import { deferred, ID, START } from '../testing/session-rig.ts';
import { decide, ends, INTERRUPTED, ONCE, open, type Ran } from './testing/held-rig.ts';

describe('calls behind a question when Steiner ends', () => {
  const TWO = ['asks', 'behind'];

  test.each([
    ['not yet asked about', [], 'did behind'],
    ['behind another one, between two of its own', [ONCE], 'did behind'],
    ['answered', [ONCE, ONCE], INTERRUPTED],
  ])('%s: what has not begun begins', async (_, before, behind) => {
    const first = open([START], { done: [] }, {}, TWO);
    first.say('go');
    for (const [index, decision] of before.entries()) {
      await first.until('approval.start', index + 1);
      await decide(first, decision);
    }
    await first.until('approval.start', before.length + 1);
    const log = [START, ...first.written];
    await first.session.close();

    const ran: Ran = { done: [] };
    const again = open(log, ran, {}, TWO);
    for (let asked = before.length + 1; asked <= 3; asked += 1) {
      if (asked > before.length + 1) await again.until('approval.start', asked - before.length - 1);
      await decide(again, ONCE);
    }
    await again.session.idle();
    const all = [...log, ...again.written];
    expect(ends(all)).toEqual(['asks: did asks', `behind: ${behind}`]);
    expect(all.flatMap((event) => (event.type === 'approval.start' ? [event.approval.subject] : []))).toEqual([
      '/srv/a',
      '/srv/c',
      '/srv/b',
    ]);
    expect(all.flatMap((event) => (event.type === 'tool.start' ? [event.call] : [])).sort()).toEqual(TWO);
  });

  test('a call beside a question does nothing before the log holds that it began', async () => {
    const ran: Ran = { done: [] };
    const [slow, asked] = [deferred(), deferred()];
    const append: SessionLog['append'] = async (event) => {
      if (event.type === 'approval.start') asked.resolve();
      if (event.type === 'tool.start') await slow.promise;
      return { ok: true, value: { time: 0, event } };
    };
    const log: SessionLog = {
      id: ID,
      readOnly: undefined,
      repaired: undefined,
      events: [{ time: 0, event: START }],
      read: async () => [{ time: 0, event: START }],
      append,
      close: async () => {},
    };
    const rig = open([START], ran, { log }, ['asks', 'first']);
    rig.say('go');
    await asked.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ran.done).toEqual([]);
    slow.resolve();
    await rig.until('approval.start', 1);
    await rig.session.shown();
    expect(ran.done).toEqual(['first']);
    rig.send({ type: 'stop', session: ID });
    await rig.session.idle();
  });
});
