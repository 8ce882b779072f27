import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTempWorkspace, type TempWorkspace } from '../../core/testing/temp-workspace.ts';
import { main } from '../main.ts';
import { openRuntime } from '../runtime.ts';
import { createFakeTerminal } from '../testing/fake-terminal.ts';

let workspace: TempWorkspace;
let file: string;

beforeEach(async () => {
  workspace = await createTempWorkspace({});
  file = join(workspace.home, 'config', 'config.yaml');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '# mine\nlimits:\n  max_turns: 80 # long work\n');
});

afterEach(() => workspace.remove());

async function run(...args: readonly string[]) {
  const env = { HOME: workspace.home, STEINER_HOME: workspace.home, PATH: process.env.PATH ?? '' };
  const terminal = createFakeTerminal({ cwd: workspace.path, env });
  const code = await main({ args: ['config', ...args], terminal, installation: { root: '/' }, openRuntime });
  return { code, out: terminal.out(), err: terminal.err() };
}

test('set writes one setting and keeps the rest of the file', async () => {
  expect(await run('set', 'limits.max_turns', '20')).toEqual({
    code: 0,
    out: `Written to ${file}\nlimits.max_turns  20  user ${file}:3\n`,
    err: '',
  });
  expect(await readFile(file, 'utf8')).toBe('# mine\nlimits:\n  max_turns: 20 # long work\n');
});

test('values read as in the file', async () => {
  await run('set', 'sandbox.allowed_hosts', '[a.example, "*.b.example"]');
  await run('set', 'sandbox.enabled', 'false');
  await run('set', 'limits.tool_timeout_default', '5s');
  await run('set', 'fetch.proxy', 'http://proxy:3128');
  expect((await readFile(file, 'utf8')).split('\n').slice(3)).toEqual([
    '  tool_timeout_default: 5s',
    'sandbox:',
    '  allowed_hosts:',
    '    - a.example',
    '    - "*.b.example"',
    '  enabled: false',
    'fetch:',
    '  proxy: http://proxy:3128',
    '',
  ]);
});

test('get prints one value alone, and all below a key as a table', async () => {
  expect((await run('get', 'limits.max_turns')).out).toBe('80\n');
  expect((await run('get', 'modes')).out).toBe('modes.default  build  default\n');
  expect(await run('get', 'limits.max_turn')).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean limits.max_turns?') });
});

test('unset takes a setting out, so that the default counts', async () => {
  expect(await run('unset', 'limits.max_turns')).toMatchObject({ code: 0, out: `Written to ${file}\nlimits.max_turns  50  default\n` });
  expect(await readFile(file, 'utf8')).toBe('# mine\nlimits: {}\n  # long work\n');
});

test('a value that the program would not start with is refused in its own words', async () => {
  expect(await run('set', 'limits.max_turns', 'many')).toEqual({
    code: 5,
    out: '',
    err: 'error: The change is refused:\n  limits.max_turns: must be a number; found text.\nNothing was written.\nCorrect the value and try again.\n',
  });
  expect(await run('set', 'limits.max_turn', '3')).toMatchObject({ code: 5, err: expect.stringContaining('Did you mean "max_turns"?') });
});

test("--project writes the project's file, which then counts without a question", async () => {
  await run('set', '--project', 'modes.default', 'plan');
  const own = join(workspace.path, '.steiner', 'config.yaml');
  expect([await readFile(own, 'utf8'), (await run('get', 'modes.default', '--json')).out]).toEqual([
    'modes:\n  default: plan\n',
    `${JSON.stringify([{ key: 'modes.default', value: 'plan', source: { type: 'project', file: own, line: 2 } }])}\n`,
  ]);
});

test.each([
  [['set', 'limits.max_turns'], 'A key and a value are needed'],
  [['set'], 'A key and a value are needed'],
  [['set', 'limits..x', '1'], '"limits..x" is not a setting\'s key.'],
  [['set', 'limits.max_turns', '[1'], '"[1" is not a value that a file could hold.'],
  [['unset'], 'No key is named.'],
  [['get'], 'No key is named.'],
  [['get', 'limits..x'], '"limits..x" is not a setting\'s key.'],
  [['put', 'a', 'b'], 'There is no action "put".'],
])('%j is told what is missing', async (args, message) => {
  expect(await run(...args)).toEqual({ code: 2, out: '', err: expect.stringContaining(message) });
});

test('what is not in the file is not taken out of it: a name that is wrong is refused, the others are said to count', async () => {
  const before = await readFile(file, 'utf8');
  expect(await run('unset', 'limits.max_turn')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Did you mean limits.max_turns?'),
  });
  expect(await run('unset', 'limits.max_tokens')).toEqual({
    code: 0,
    out: `limits.max_tokens is not in ${file}\nlimits.max_tokens  500000  default\n`,
    err: '',
  });
  expect(await run('unset', 'sandbox')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`sandbox is not in ${file}\nsandbox.enabled `),
  });
  expect(await readFile(file, 'utf8')).toBe(before);
  await writeFile(file, 'limitz: {}\n');
  expect(await run('unset', 'limitz')).toMatchObject({ code: 0, out: `Written to ${file}\n` });
});

test('lines stay lines, what must be text stays text, and several lines may be a map', async () => {
  await run('set', 'models.definitions.m', 'provider: demo\nid: fix-the-test');
  await run('set', 'models.definitions.m.prompts.system', 'Be brief.\n\nAnswer: always. # so');
  await run('set', 'search.google_cx', '0123');
  await run('set', 'search.google_api_key', '"quoted: \\u0041"');
  expect(parse(await readFile(file, 'utf8'))).toMatchObject({
    models: { definitions: { m: { provider: 'demo', id: 'fix-the-test', prompts: { system: 'Be brief.\n\nAnswer: always. # so' } } } },
    search: { google_cx: '0123', google_api_key: 'quoted: A' },
  });
});

test('a file with a fault of its own takes a sound change, and says what is still wrong', async () => {
  await writeFile(file, 'limits:\n  max_turns: 0\n');
  expect(await run('set', 'modes.default', 'plan')).toMatchObject({ code: 0, out: expect.stringContaining(`Written to ${file}\n`) });
  expect((await run('set', 'modes.default', 'plan')).err).toBe(
    `note: What counts cannot be said, because of ${file}:2: limits.max_turns: must be at least 1; found 0.\n`,
  );
});

test('a secret is written and never shown', async () => {
  const { out } = await run('set', 'providers.a', '{ type: openai, api_key: sk-secret }');
  expect(out).toContain('(set)');
  expect(out).not.toContain('sk-secret');
});
