import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { callIdSchema } from '../../shared/ids.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { createToolRig, RIG_SESSION, type ToolRig, type ToolRigOptions } from '../testing/tool-rig.ts';
import { defineTool } from './define-tool.ts';
import { createToolSet } from './executor.ts';
import { runBounded } from './run-bounded.ts';
import type { Tool } from './tool.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(options?: ToolRigOptions): Promise<ToolRig> {
  rig = await createToolRig(options);
  return rig;
}

function makeTool(run: Tool['run']): Tool {
  return defineTool({ name: 'probe', description: '', input: z.strictObject({}), parallel: 'tool', timeout: 60_000, run });
}

const NO_NUL = (tool: string, place: string) =>
  `The arguments of ${tool} do not fit:\n- ${place}: holds a NUL character (\\u0000), which no tool takes`;

test('a tool runs once its beginning is settled, and not when the turn was stopped meanwhile', async () => {
  const ran: string[] = [];
  const run: Tool['run'] = async () => {
    ran.push('ran');
    return { text: '', isError: false };
  };
  const { tools } = await makeRig({ tools: [makeTool(run)] });
  const stop = new AbortController();
  const call = { type: 'tool_call', id: callIdSchema.parse('c'), name: 'probe', arguments: '{}' } as const;
  const ask = async () => ({ type: 'deny' }) as const;
  const begin = async () => {
    expect(ran).toEqual([]);
    stop.abort();
  };
  const outcome = await tools.execute(call, { signal: stop.signal, begin, output: () => {}, ask });
  expect([ran, outcome.text]).toEqual([[], 'Not run: the turn was stopped.']);
});

test('the tools are sorted, frozen and refuse undeclared fields', async () => {
  const { tools } = await makeRig();
  expect(tools.schemas.map(({ name }) => [name, tools.parallelClass(name)])).toEqual([
    ['bash', 'serial'],
    ['bash_kill', 'serial'],
    ['bash_output', 'serial'],
    ['display_file', 'serial'],
    ['fetch_url', 'tool'],
    ['glob', 'tool'],
    ['grep', 'tool'],
    ['history', 'tool'],
    ['ls', 'tool'],
    ['mutate', 'serial'],
    ['read', 'tool'],
  ]);
  expect(Object.isFrozen(tools.schemas)).toBe(true);
  expect(tools.schemas.map(({ parameters }) => [parameters.type, parameters.additionalProperties])).toEqual(
    Array(11).fill(['object', false]),
  );
  expect(tools.parallelClass('unknown')).toBe('serial');
});

test.each([
  [
    'nope',
    '{}',
    'There is no tool "nope". The tools are bash, bash_kill, bash_output, display_file, fetch_url, glob, grep, history, ls, mutate, read.',
    'unknown_tool',
  ],
  [
    'ls',
    '{"path": "a',
    'The arguments of ls are not valid JSON: they end too early, after "{\\"path\\": \\"a". Nothing was done; send the call again.',
    'invalid_input',
  ],
  ['ls', '{"path": x}', expect.stringContaining('not valid JSON: Unexpected token'), 'invalid_input'],
  [
    'ls',
    '{"file": "a"}',
    'The arguments of ls do not fit:\n- unknown field "file"; allowed: path, recursive, limit, offset',
    'invalid_input',
  ],
  [
    'read',
    '{"limit": "3"}',
    'The arguments of read do not fit:\n- path: is required (string)\n- limit: must be of type number',
    'invalid_input',
  ],
  ['grep', `{"pattern": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`, expect.stringContaining('nested more than 64 deep'), 'invalid_input'],
  ['grep', '{"pattern": "a\\u0000b"}', NO_NUL('grep', 'pattern'), 'invalid_input'],
  ['glob', '{"pattern": "*", "path": "a\\u0000"}', NO_NUL('glob', 'path'), 'invalid_input'],
  ['bash', '{"command": "echo \\u0000"}', NO_NUL('bash', 'command'), 'invalid_input'],
  [
    'mutate',
    '{"operations": [{"type": "create", "path": "a", "content": "\\u0000"}]}',
    NO_NUL('mutate', 'operations[0].content'),
    'invalid_input',
  ],
  ['grep', '{"pattern": "a", "type": "cobol", "limit": 3}', expect.stringContaining('- type: must be one of go, ts'), 'invalid_input'],
])('bad calls are answered: %s %s', async (name, text, message, error) => {
  const { call } = await makeRig();
  const outcome = await call(name, text);
  expect(outcome).toEqual({ text: message, isError: true, detail: { kind: 'error', error, message } });
});

test('mutate names the fields that a type takes', async () => {
  const { call } = await makeRig();
  const operations = [
    { type: 'replace', path: 'a', content: 'x' },
    { type: 'swap', path: 'a' },
  ];
  const { text } = await call('mutate', { operations });
  const allowed = 'replace takes path, old_string, new_string and optionally replace_all, file_hash, assert_present, assert_absent';
  expect(text.split('\n').slice(1)).toEqual([
    `- operations[0]: old_string is required; ${allowed}`,
    `- operations[0]: new_string is required; ${allowed}`,
    `- operations[0]: content does not belong here; ${allowed}`,
    '- operations[1].type: must be one of create, write, replace, delete_file, move',
  ]);
});

test('a tool that throws is a failed call, not a failed program', async () => {
  const { call } = await makeRig({ tools: [makeTool(() => Promise.reject(new Error('broken')))] });
  expect(await call('probe', '')).toMatchObject({ text: 'probe failed: broken', isError: true, detail: { error: 'tool_failed' } });
});

test('a tool that ignores its signal is left behind after its time', async () => {
  const bounds = { limit: AbortSignal.timeout(1), stop: new AbortController().signal, grace: 1 };
  const outcome = await runBounded({ name: 'probe', timeout: 1 }, bounds, () => new Promise(() => {}));
  expect(outcome).toMatchObject({ isError: true, detail: { error: 'timed_out' } });
});

test('a stopped turn runs nothing and a running tool settles as cancelled', async () => {
  const stop = new AbortController();
  const waiting = makeTool((_, { signal }) => {
    setImmediate(() => stop.abort());
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const { call } = await makeRig({ tools: [waiting] });
  expect(await call('probe', {}, stop.signal)).toMatchObject({
    text: 'probe was stopped before it ended.',
    detail: { error: 'cancelled' },
  });
  expect(await call('probe', {}, AbortSignal.abort())).toMatchObject({
    text: 'Not run: the turn was stopped.',
    detail: { error: 'cancelled' },
  });
});

test('an answer is held to the output limit', async () => {
  const tool = makeTool(async () => ({ text: 'é😀'.repeat(10_000), isError: false }));
  const { call } = await makeRig({ tools: [tool], config: { limits: { tool_output_max_bytes: 2_000 } } });
  const { text } = await call('probe', {});
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
  expect(text).toMatch(/^(é😀)+é?\n… \[\d+ characters cut\] …\n(😀)?(é😀)+$/u);
});

test('a denial reaches the model with the reason of the person, and nothing was written', async () => {
  const made = await makeRig();
  made.answer = { type: 'deny', reason: 'keep out of there' };
  const path = join(made.base, 'outside.txt');
  const outcome = await made.call('mutate', { operations: [{ type: 'create', path, content: 'x' }] });
  expect(outcome).toMatchObject({
    text: `The use of ${path} was not allowed. Reason: keep out of there`,
    isError: true,
    detail: { error: 'approval_denied' },
  });
  expect(made.asked).toEqual([
    {
      kind: 'path',
      tool: 'mutate',
      subject: path,
      access: 'write',
      reason: `It is outside the project ${made.project}.`,
      preview: `create ${path}`,
      permanent: 'Add the folder to `paths.writable_paths` in the configuration.',
    },
  ]);
  expect((await made.call('ls', { path: made.base })).isError).toBe(true);
});

test('writable_paths are open to tools and commands without a question', async () => {
  const made = await makeRig({ config: { paths: { writable_paths: ['~/shared'] } } });
  await made.write('home/shared/a', 'one');
  await made.call('read', { path: '~/shared/a' });
  const outcome = await made.call('mutate', {
    operations: [{ type: 'replace', path: '~/shared/a', old_string: 'one', new_string: 'two' }],
  });
  expect(outcome.isError).toBe(false);
  expect((await made.call('bash', { command: 'cat ~/shared/a && echo x > ~/shared/b' })).text).toBe('exit_code 0\ntwo');
  expect(made.asked).toEqual([]);
});

test.each([
  ['read', { path: '~/.ssh/id_ed25519' }, /may hold keys/],
  ['grep', { pattern: 'x', path: '~/.aws' }, /may hold keys/],
  ['read', { path: 'link/credentials' }, /may hold keys/],
  ['read', { path: '../steiner/state/approvals/audit.jsonl' }, /may hold keys/],
  ['mutate', { operations: [{ type: 'write', path: '../steiner/config/approvals.yaml', content: 'x' }] }, /may hold keys/],
  ['mutate', { operations: [{ type: 'create', path: '.git/hooks/pre-commit', content: 'x' }] }, /git keeps its own files/],
  ['mutate', { operations: [{ type: 'write', path: 'sub/.GIT/config', content: 'x' }] }, /git keeps its own files/],
  ['mutate', { operations: [{ type: 'write', path: '.steiner/config.yaml', content: 'x' }] }, /Steiner keeps its own files/],
  ['mutate', { operations: [{ type: 'move', from: 'a', to: 'blocked/a' }] }, /blocked_paths/],
])('never allowed, not even with an approval: %s %j', async (name, input, message) => {
  const made = await makeRig({ config: { paths: { blocked_paths: ['blocked'] } } });
  await made.write('home/.aws/credentials', 'SECRET');
  await symlink(join(made.home, '.aws'), join(made.project, 'link'));
  made.answer = { type: 'allow_session' };
  const outcome = await made.call(name, input);
  expect(outcome).toMatchObject({ isError: true, text: expect.stringMatching(message), detail: { error: 'policy_denied' } });
  expect(made.asked).toEqual([]);
});

test('a search of an allowed folder does not look into secrets below it', async () => {
  const made = await makeRig();
  await made.write('home/.aws/credentials', 'needle');
  await made.write('home/notes', 'needle');
  made.answer = { type: 'allow_once' };
  const outcomes = [
    await made.call('grep', { pattern: 'needle', path: '~', output_mode: 'files_with_matches' }),
    await made.call('glob', { pattern: '**', path: '~' }),
    await made.call('ls', { path: '~' }),
  ];
  expect(outcomes.map(({ text }) => text)).toEqual([join(made.home, 'notes'), join(made.home, 'notes'), '.cache/\nnotes']);
});

test('where the sandbox cannot start commands are refused and file tools still work', async () => {
  const made = await makeRig();
  await made.write('project/a', 'x');
  const { processes, paths: state } = made.ports;
  const environment = { ...made.ports.environment, platform: 'darwin' as const };
  const { config, project } = made;
  const sandbox = await createSandbox({ project, config: config.sandbox, paths: config.paths, environment, state, processes });
  const { limits, paths } = config;
  const tools = createToolSet({
    session: RIG_SESSION,
    mode: () => 'build',
    root: project,
    limits,
    paths,
    sandbox,
    processes,
    environment,
    state,
    artifacts: project,
  });
  const hooks = {
    signal: new AbortController().signal,
    begin: async () => {},
    output: () => {},
    ask: async () => ({ type: 'deny' }) as const,
  };
  const call = (name: string, input: object) =>
    tools.execute({ type: 'tool_call', id: 'c' as never, name, arguments: JSON.stringify(input) }, hooks);
  expect(await call('bash', { command: 'touch ran' })).toMatchObject({ isError: true, detail: { error: 'sandbox_unavailable' } });
  expect((await call('ls', {})).text).toBe('a');
});

test('hooks that git runs from the working tree cannot be edited', async () => {
  const made = await makeRig();
  await made.write('.husky/pre-commit', 'true\n');
  made.git(made.project, 'config', 'core.hooksPath', '.husky');
  const edit = { operations: [{ type: 'write', path: '.husky/pre-commit', content: 'evil\n' }] };
  expect(await made.call('mutate', edit)).toMatchObject({ isError: true, detail: { error: 'policy_denied' } });
  expect(made.asked).toEqual([]);
});

test('in a project that is gone nothing is done, and it is not made anew', async () => {
  const { call, project } = await makeRig();
  await rm(project, { recursive: true, maxRetries: 10 });
  for (const [name, input] of [
    ['bash', { command: 'touch a' }],
    ['mutate', { operations: [{ type: 'create', path: 'a', content: '' }] }],
    ['ls', {}],
  ] as const) {
    expect((await call(name, input)).text).toBe(
      `${project} is gone: it was moved or deleted. Nothing was done; the person has to bring it back.`,
    );
  }
  expect(existsSync(project)).toBe(false);
});
