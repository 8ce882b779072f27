import { expect, test } from 'vitest';
import type { AccountStatus } from '../shared/accounts.ts';
import type { Problem } from '../shared/problem.ts';
import { err, ok } from '../shared/result.ts';
import { main } from './main.ts';
import { createFakeEngine, type FakeEngineOptions } from './testing/fake-engine.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const ANA: AccountStatus = { id: 'codex', state: 'signed_in', who: 'ana@example.org', plan: 'plus' };
const LATE: Problem = { code: 'provider_auth', message: 'Nobody signed in within 5 s.', hint: 'Sign in again.', safe: 'Nothing changed.' };

async function run(args: readonly string[], options: FakeEngineOptions, interrupt = false) {
  const terminal = createFakeTerminal({ cwd: '/' });
  const engine = createFakeEngine(options);
  const openRuntime = async () => ({ engine, kill: async () => {}, report: () => '' });
  const ended = main({ args, terminal, installation: { root: '/' }, openRuntime });
  if (interrupt) {
    await terminal.written.waitFor(({ text }) => text.includes('Waiting'));
    terminal.raise('SIGINT');
  }
  return { code: await ended, out: terminal.out(), err: terminal.err() };
}

test('a sign-in prints its page, waits, and says who is signed in', async () => {
  const { code, out, err: said } = await run(['login', 'codex', '--debug-url'], { signIn: ok(ANA) });
  expect([code, out, said]).toEqual([
    0,
    '',
    'Open this page in a browser of this machine:\nhttps://auth.example/page\nWaiting for the browser. Ctrl+C stops.\nSigned in to codex: ana@example.org, plan plus\n',
  ]);
});

test('one that ends without an account says why', async () => {
  const { code, err: said } = await run(['login', 'codex', '--debug-url', '--timeout', '5'], { signIn: err(LATE) });
  expect([code, said.split('\n').slice(3)]).toEqual([5, ['error: Nobody signed in within 5 s.', 'Nothing changed.', 'Sign in again.', '']]);
});

test('Ctrl+C stops it', async () => {
  const { code, err: said } = await run(['login', 'codex', '--debug-url'], {}, true);
  expect([code, said]).toEqual([130, expect.stringContaining('The sign-in was stopped.')]);
});

test.each<[AccountStatus, number, string]>([
  [ANA, 0, 'Signed in to codex: ana@example.org, plan plus\n'],
  [
    { ...ANA, state: 'needs_refresh' },
    0,
    'Signed in to codex: ana@example.org, plan plus; the token has ended and is renewed by the next request\n',
  ],
  [{ id: 'codex', state: 'signed_out' }, 1, 'Not signed in to codex\n'],
  [{ id: 'codex', state: 'unreadable' }, 1, 'The sign-in to codex cannot be read; sign in again\n'],
])('status of %j', async (account, code, text) => {
  const [plain, json] = [await run(['login', 'codex', 'status'], { account }), await run(['login', 'status', '--json'], { account })];
  expect([plain.code, plain.out, JSON.parse(json.out)]).toEqual([code, text, account]);
});

test.each([
  [['login'], 'The account to name is codex.'],
  [['login', 'claude'], 'The account to name is codex.'],
  [['logout'], 'The account to name is codex.'],
  [['login', 'codex', '--timeout', 'soon'], '--timeout takes 1 to 3600 seconds.'],
])('a wrong use is named: %j', async (args, words) => {
  const { code, err: said } = await run(args, {});
  expect([code, said]).toEqual([2, expect.stringContaining(words)]);
});

test('signing out', async () => {
  expect(await run(['logout', 'codex'], {})).toEqual({ code: 0, out: '', err: 'Signed out of codex on this machine.\n' });
});
