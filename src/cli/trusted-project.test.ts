import { expect, test } from 'vitest';
import type { UntrustedConfig } from '../shared/project-trust.ts';
import { main } from './main.ts';
import { PLAIN } from './style.ts';
import { createFakeEngine } from './testing/fake-engine.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';
import { trustQuestion } from './trust-question.ts';

const UNTRUSTED: UntrustedConfig = {
  file: '/project/.steiner/config.yaml',
  changes: [
    { key: 'sandbox.enabled', before: 'true', after: 'false', security: true },
    { key: 'limits.max_turns', after: '9\u001b[2J', security: false },
  ],
};

async function exec(interactive: boolean, typed?: string, untrusted = UNTRUSTED) {
  const terminal = createFakeTerminal({ interactive, cwd: '/project' });
  const problem = { code: 'no_model', message: 'It was opened.', hint: 'Good.' } as const;
  const engine = createFakeEngine({ info: { untrusted, problem } });
  const openRuntime = async () => ({ engine, kill: async () => {}, report: () => '' });
  const ended = main({ args: ['exec', 'hello'], terminal, installation: { root: '/' }, openRuntime });
  if (typed !== undefined) {
    await terminal.written.waitFor(({ text }) => text.includes('anything else stops'));
    terminal.type(typed);
  }
  const code = await ended;
  return { code, err: terminal.err(), trusts: engine.calls.items.filter((call) => JSON.stringify(call).includes('"trust"')) };
}

test('without a terminal nothing runs, and the message names the ways to go on', async () => {
  const { code, err, trusts } = await exec(false);
  expect([code, trusts]).toEqual([5, []]);
  expect(err).toContain('nobody has said that it is trusted: /project/.steiner/config.yaml');
  expect(err).toContain('--trust-project-config');
  expect(err).not.toContain('It was opened.');
});

test('what of the settings has no effect is said before the turn, on standard error', async () => {
  const terminal = createFakeTerminal({ cwd: '/project' });
  const engine = createFakeEngine({ info: { warnings: ['lsp.enabled has no effect.\u001b[2J'] } });
  const openRuntime = async () => ({ engine, kill: async () => {}, report: () => '' });
  await main({ args: ['exec', 'hello', '--resume', 'none'], terminal, installation: { root: '/' }, openRuntime });
  expect([terminal.out(), terminal.err().split('\n')[0]]).toEqual(['', 'note: lsp.enabled has no effect.[2J']);
});

test('of a project that was trusted it is said that it changed', async () => {
  const { err } = await exec(false, undefined, { ...UNTRUSTED, changed: true });
  expect(err).toContain('What this project brings has changed since it was trusted: /project/.steiner/config.yaml');
});

test('at a terminal the changes are shown, what touches safety is marked, and control characters are gone', () => {
  expect(trustQuestion(UNTRUSTED, PLAIN).split('\n')).toEqual([
    '? This project brings its own settings: /project/.steiner/config.yaml',
    '  ! sandbox.enabled: true → false',
    '    limits.max_turns: not set → 9[2J',
    '  y apply them now · a always in this project · n go on without them · anything else stops: ',
  ]);
  expect(trustQuestion({ file: '/f', changes: [], error: 'line 1: bad', notice: 'Moved.' }, PLAIN)).toContain('  line 1: bad\n  Moved.\n');
});

test.each([
  ['y\n', [{ trust: '/project', decision: 'session' }], true],
  ['A\n', [{ trust: '/project', decision: 'always' }], true],
  ['n\n', [], true],
  ['\n', [], false],
  ['yes please\n', [], false],
])('the answer %j', async (typed, trusts, goesOn) => {
  const run = await exec(true, typed);
  expect([run.code, run.trusts, run.err.includes('It was opened.')]).toEqual([5, trusts, goesOn]);
});
