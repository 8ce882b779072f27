import { expect, test } from 'vitest';
import type { SessionId } from '../../shared/ids.ts';
import type { PrefixReport, PrefixRow } from '../../shared/prefix.ts';
import { ok } from '../../shared/result.ts';
import type { Client } from '../bridge/client.ts';
import { createCore } from './core.ts';
import { prefixCommands } from './prefix.ts';

const SESSION = 'a'.repeat(32) as SessionId;
const OTHER = 'b'.repeat(32) as SessionId;

function row(number: number): PrefixRow {
  return {
    ...{ number, time: number, model: 'p/m', source: 'parent', retry: false, inherited: false, state: 'answered', messages: 1 },
    ...{ cause: { kind: 'extends' }, loss: { state: 'none' } },
  };
}

/** Pages of three of so many requests. */
function page(count: number, before = count + 1): PrefixReport {
  const rows = Array.from({ length: count }, (_, index) => row(index + 1)).filter(({ number }) => number < before);
  const shown = rows.slice(-3);
  const totals = { requests: count, breaks: 0, tokens: 0, cost: 0, unpriced: 0, unreported: 0 };
  return { rows: shown, earlier: rows.length - shown.length, totals, unreadable: 0 };
}

function setup(count: { value: number }) {
  const asked: unknown[] = [];
  const request: Client['request'] = async (name, input) => {
    asked.push([name, input]);
    const before = 'before' in input && typeof input.before === 'number' ? input.before : undefined;
    return ok(page(count.value, before)) as never;
  };
  const core = createCore({ request } as Client);
  const numbers = () => {
    const { report } = core.get().prefix;
    return report.state === 'ready' ? [report.value.rows.map(({ number }) => number), report.value.earlier] : report.state;
  };
  return { core, asked, numbers, commands: prefixCommands(core) };
}

test('older pages are joined to those that are there, and stay when newer requests come', async () => {
  const count = { value: 8 };
  const { commands, numbers } = setup(count);
  await commands.loadPrefix(SESSION);
  expect(numbers()).toEqual([[6, 7, 8], 5]);
  await commands.earlierRequests();
  expect(numbers()).toEqual([[3, 4, 5, 6, 7, 8], 2]);
  count.value = 9;
  await commands.loadPrefix(SESSION);
  expect(numbers()).toEqual([[3, 4, 5, 6, 7, 8, 9], 2]);
  count.value = 20;
  await commands.loadPrefix(SESSION);
  expect(numbers()).toEqual([[18, 19, 20], 17]);
});

test('an answer about another session than the one on screen is dropped', async () => {
  const { commands, core, numbers } = setup({ value: 2 });
  const first = commands.loadPrefix(SESSION);
  await commands.loadPrefix(OTHER);
  await first;
  expect([core.get().prefix.session, numbers()]).toEqual([OTHER, [[1, 2], 0]]);
  await commands.compareRequests(2, null);
  expect(core.get().prefix).toMatchObject({ open: 2, against: null, pair: { state: 'idle' } });
  await commands.loadPrefix(SESSION);
  expect(core.get().prefix).toMatchObject({ open: null, session: SESSION });
});
