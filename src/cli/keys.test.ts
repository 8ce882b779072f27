import type { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { KeyRing } from '../shared/accounts.ts';
import { main } from './main.ts';
import { createFakeEngine } from './testing/fake-engine.ts';
import { createFakeTerminal } from './testing/fake-terminal.ts';

const RING: KeyRing = { kind: 'Secret Service', names: ['anthropic', 'openai'] };
const NONE: KeyRing = {
  names: [],
  problem: { code: 'keychain_unavailable', message: 'There is no keychain to use.', hint: 'Install one.', safe: 'No key was changed.' },
};

interface Typed {
  /** Keys pressed at the terminal, in chunks. */
  readonly keys?: readonly string[];
  readonly piped?: string;
}

async function run(args: readonly string[], ring: KeyRing, { keys, piped }: Typed = {}) {
  const terminal = createFakeTerminal({ interactive: keys !== undefined || piped !== undefined, cwd: '/' });
  const raw: boolean[] = [];
  const stdin = Object.assign(terminal.stdin, { isTTY: keys !== undefined, setRawMode: (on: boolean) => raw.push(on) });
  const engine = createFakeEngine({ keys: ring });
  const openRuntime = async () => ({ engine, kill: async () => {}, report: () => '' });
  const ended = main({ args: ['keys', ...args], terminal: { ...terminal, stdin }, installation: { root: '/' }, openRuntime });
  if (piped !== undefined) terminal.stdin.push(piped);
  if (piped !== undefined) terminal.stdin.push(null);
  if (keys) await terminal.written.waitFor(({ text }) => text.includes('(not shown)'));
  for (const key of keys ?? []) (terminal.stdin as EventEmitter).emit('data', Buffer.from(key));
  const code = await ended;
  return { code, out: terminal.out(), err: terminal.err(), raw, calls: engine.calls.items };
}

test('keys are listed by name, never shown', async () => {
  const [plain, json] = [await run([], RING), await run(['list', '--json'], RING)];
  expect([plain.out, JSON.parse(json.out), plain.code]).toEqual(['anthropic  ••••••••\nopenai  ••••••••\n', RING, 0]);
});

test('a key typed at the terminal is edited as usual and never printed', async () => {
  const { code, out, err, raw, calls } = await run(['set', 'work'], RING, { keys: ['wrong', '\u0015', 'sk-1', '2x', '\u007f', '\r'] });
  expect([code, out, raw, calls[0]]).toEqual([0, '', [true, false], { setKey: 'work', key: 'sk-12' }]);
  expect(err).toBe('Key for work (not shown): \nKept in the keychain. Name it in the configuration as api_key: keychain:work\n');
});

test('Ctrl+C gives the terminal back and changes nothing', async () => {
  const { code, raw, calls } = await run(['set', 'work'], RING, { keys: ['sk', '\u0003'] });
  expect([code, raw, calls]).toEqual([130, [true, false], []]);
});

test('a key can be piped in', async () => {
  const { calls } = await run(['set', 'work'], RING, { piped: 'sk-piped\n' });
  expect(calls[0]).toEqual({ setKey: 'work', key: 'sk-piped' });
});

test('without a keychain it is said what happened and what to do', async () => {
  const [list, set] = [await run(['list'], NONE), await run(['set', 'work'], NONE, { piped: 'sk-secret' })];
  const words = 'error: There is no keychain to use.\nNo key was changed.\nInstall one.\n';
  expect([list.code, list.err, set.code, set.err]).toEqual([1, words, 1, words]);
});

test('keys are removed by name', async () => {
  const [there, gone] = [await run(['delete', 'openai'], RING), await run(['delete', 'other'], RING)];
  expect([there.code, there.err, gone.code, gone.err]).toEqual([0, 'Removed openai from the keychain.\n', 1, 'There was no such key.\n']);
});

test.each([
  [['sett'], 'There is no action "sett". Did you mean set?'],
  [['set'], 'set needs the name of a key'],
])('a wrong use is named: %s', async (args, words) => {
  const { code, err } = await run(args, RING);
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});

test('the key of a provider is moved into the keychain by name, and the refusal of the keychain is told', async () => {
  const [moved, refused, unnamed] = [await run(['move', 'cloud'], RING), await run(['move', 'cloud'], NONE), await run(['move'], RING)];
  expect([moved.code, moved.err, moved.calls[0]]).toEqual([
    0,
    'The key of cloud is in the keychain now, as cloud; the file holds that name.\n',
    { moveKey: 'cloud' },
  ]);
  expect([refused.code === 0, refused.err.includes('There is no keychain to use.'), unnamed.err.includes('name of a provider')]).toEqual([
    false,
    true,
    true,
  ]);
});
