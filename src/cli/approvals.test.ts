import { expect, test } from 'vitest';
import type { ApprovalRule, AuditEntry } from '../shared/approvals.ts';
import { main } from './main.ts';
import { createFakeEngine, type FakeEngineOptions, SESSION, TIME } from './testing/fake-engine.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const RULES: readonly ApprovalRule[] = [
  { id: 'r1', kind: 'command', access: 'run', pattern: 'npm test *', created: '2026-01-02T03:04:05.000Z' },
  { id: 'r2', kind: 'path', access: 'read', pattern: '/srv/data', created: '2026-01-03T03:04:05.000Z' },
];

const ENTRY: AuditEntry = {
  ...{ time: TIME, project: '/project', session: SESSION, kind: 'command', tool: 'bash', access: 'run' },
  ...{ subject: 'npm test', decision: 'allow_once', source: 'rule', rule: 'r1' },
};

async function run(args: readonly string[], options: FakeEngineOptions) {
  const terminal = createFakeTerminal({ cwd: '/' });
  const engine = createFakeEngine(options);
  const openRuntime = async () => ({ engine, kill: async () => {}, report: () => '' });
  const code = await main({ args, terminal, installation: { root: '/' }, openRuntime });
  return { code, out: terminal.out(), err: terminal.err(), calls: engine.calls.items };
}

test('rules are a table, or one object per line', async () => {
  const { out } = await run(['approvals'], { rules: RULES });
  expect(out).toBe('r1  command  2026-01-02  npm test *\nr2  read     2026-01-03  /srv/data\n');
  expect((await run(['approvals', '--json'], { rules: RULES })).out).toBe(RULES.map((rule) => `${JSON.stringify(rule)}\n`).join(''));
  expect(await run(['approvals'], {})).toMatchObject({ code: 0, out: '', err: 'Nothing is allowed for good in /project.\n' });
});

test('a rule is removed by its id', async () => {
  const { code, err, calls } = await run(['approvals', '--remove', 'r1'], { rules: RULES });
  expect([code, err, calls.includes('engine closed')]).toEqual([0, 'Removed. What rule r1 covered is asked about again.\n', true]);
  expect(calls).toContainEqual({ removed: 'r1' });
});

test('the log goes from the oldest decision to the newest', async () => {
  const log = [{ ...ENTRY, time: TIME + 60_000, subject: 'npm test a' }, ENTRY];
  const { out } = await run(['approvals', '--log'], { log });
  expect(out).toBe('2025-06-15 15:06  allow_once  rule r1  run  npm test\n2025-06-15 15:07  allow_once  rule r1  run  npm test a\n');
});
