import { chmod } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** A custom tool `ask` that is this shell script; its arguments are in $ARGS, and `$1` is the subcommand. */
async function makeTool(script: string, more: { readonly tool?: object; readonly config?: object } = {}): Promise<ToolRig> {
  const parameters = { properties: { n: { type: 'integer' }, word: { type: 'string' } }, required: ['n'] };
  const ask = { exec: './ask.sh', subcommand: 'run', description: 'Asks.', parameters, ...more.tool };
  rig = await createToolRig({ git: false, config: { tools: { ask }, ...more.config } });
  await chmod(await rig.write('project/ask.sh', `#!/bin/bash\nARGS=$(cat)\n${script}\n`), 0o755);
  return rig;
}

test('it is offered with its own schema, and gets the arguments as one JSON object', async () => {
  const { call, tools } = await makeTool(`printf '{"ok": true, "result": {"args": %s, "sub": "%s"}}' "$ARGS" "$1"`);
  const schema = tools.schemas.find(({ name }) => name === 'ask');
  expect(schema).toMatchObject({ description: 'Asks.', parameters: { type: 'object', required: ['n'], additionalProperties: false } });
  expect(tools.parallelClass('ask')).toBe('serial');
  expect(JSON.parse((await call('ask', { n: 1, word: 'é"' })).text)).toEqual({ args: { n: 1, word: 'é"' }, sub: 'run' });
});

test.each([{ n: 'one' }, {}, { n: 1, other: 2 }])('arguments that do not fit are refused before it starts: %j', async (input) => {
  const { call, run } = await makeTool('touch started');
  expect(await call('ask', input)).toMatchObject({ isError: true, detail: { error: 'invalid_input' } });
  expect((await run('ls')).stdout).toBe('ask.sh\n');
});

test('a result for the model alone leaves the other to the person', async () => {
  const { call } = await makeTool(`echo '{"ok": true, "result": "long", "model_result": "short"}'; echo noise >&2`);
  expect(await call('ask', { n: 1 })).toEqual({ text: 'short', isError: false, detail: { kind: 'shown', title: 'ask', text: 'long' } });
});

test('a failure tells kind and message to the model, and details to the person', async () => {
  const { call } = await makeTool(`echo '{"ok": false, "error": {"kind": "quota", "message": "used up", "details": {"left": 0}}}'`);
  const result = await call('ask', { n: 1 });
  expect(result).toMatchObject({ text: 'quota: used up', isError: true });
  expect(result.detail).toMatchObject({ kind: 'error', message: expect.stringContaining('"left": 0') });
});

test.each([
  [
    'no JSON',
    'echo hello; echo why >&2',
    'ask did not print one JSON object with ok, and result or error (exit code 0).\n[stdout]\nhello\n[stderr]\nwhy',
  ],
  ['two objects', `echo '{"ok":true,"result":1}'; echo '{}'`, /^ask did not print one JSON object/],
  ['a failure without a message', `echo '{"ok":false}'`, /^ask did not print one JSON object/],
  ['success and an exit code', `echo '{"ok":true,"result":1}'; exit 3`, /^ask ended with exit code 3 although it printed a result\./],
  ['nothing', 'exit 4', 'ask did not print one JSON object with ok, and result or error (exit code 4).'],
  ['a flood', 'yes', /It printed more than is taken\.\n\[stdout\]\ny\n/],
])('%s is a failure that says what it printed', async (name, script, wanted) => {
  const { call } = await makeTool(name === 'a flood' ? 'yes | head -c 5000000' : script);
  const { text, isError } = await call('ask', { n: 1 });
  expect(isError).toBe(true);
  if (typeof wanted === 'string') expect(text).toBe(wanted);
  else expect(text).toMatch(wanted);
});

test('it is in the sandbox, and ends with its time and with everything it started', async () => {
  const sandboxed = await makeTool(
    `(echo x > ~/file) 2>/dev/null && echo '{"ok":true,"result":"wrote"}' || echo '{"ok":true,"result":"kept out"}'`,
  );
  expect((await sandboxed.call('ask', { n: 1 })).text).toBe('kept out');
  await sandboxed.close();
  const slow = await makeTool('sleep 60', { tool: { timeout: '200ms' } });
  expect(await slow.call('ask', { n: 1 })).toMatchObject({ isError: true, detail: { error: 'timed_out' } });
});

test('in plan mode without a sandbox it is asked about', async () => {
  const made = await makeTool(`echo '{"ok":true,"result":"ran"}'`, { config: { sandbox: { enabled: false } } });
  made.mode = 'plan';
  expect(await made.call('ask', { n: 1 })).toMatchObject({ isError: true, detail: { error: 'approval_denied' } });
  expect(made.asked.map(({ kind, subject }) => [kind, subject])).toEqual([['command', `./ask.sh run <<< '{"n":1}'`]]);
});

test('a program that is not there is a result', async () => {
  const { call } = await makeTool('', { tool: { exec: './missing' }, config: { sandbox: { enabled: false } } });
  expect((await call('ask', { n: 1 })).text).toBe('ask could not be started: ./missing (ENOENT).');
});

test('what the sandbox held back is told with the failure of a custom tool', async () => {
  const { call } = await makeTool('echo x > ~/file || exit 3');
  expect((await call('ask', { n: 1 })).text).toMatch(
    /exit code 3(.|\n)*The sandbox let the command write only in the project and in \/tmp/,
  );
});

test.each([
  ['success', '{"ok": true, "result": 1}', /^1\n\.git\/commondir was put right after the command/],
  ['failure', '{"ok": false, "error": {"kind": "k", "message": "m"}}', /^k: m\n\.git\/commondir was put right after the command/],
])('what it left in the repository and was put right is told with its %s', async (_, answer, told) => {
  const { call, git, project } = await makeTool(`echo /elsewhere > .git/commondir; echo '${answer}'`);
  git(project, 'init', '--quiet');
  expect((await call('ask', { n: 1 })).text).toMatch(told);
});

test('nothing for the model is nothing, and not what the person gets', async () => {
  const { call } = await makeTool(`echo '{"ok": true, "result": "long", "model_result": null}'`);
  expect(await call('ask', { n: 1 })).toEqual({ text: 'null', isError: false, detail: { kind: 'shown', title: 'ask', text: 'long' } });
});
