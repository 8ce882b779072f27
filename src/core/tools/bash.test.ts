import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ledgerOf } from '../testing/ledger-of.ts';
import { processesOf } from '../testing/processes-of.ts';
import { createToolRig, RIG_SESSION, type ToolRig, type ToolRigOptions } from '../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(options?: ToolRigOptions): Promise<ToolRig> {
  rig = await createToolRig(options);
  return rig;
}

test('output, errors and the exit code come back, apart from each other', async () => {
  const made = await makeRig();
  const command = 'echo out; echo err >&2; printf "no newline"; exit 3';
  expect(await made.call('bash', { command })).toEqual({
    text: 'exit_code 3\nout\nno newline\n[stderr]\nerr',
    isError: true,
    detail: { kind: 'bash', command, exitCode: 3, output: 'out\nno newline\n[stderr]\nerr', truncated: false, sandboxed: true },
  });
  expect(made.output).toHaveLength('out\nerr\nno newline'.length);
});

test('a silent command says only that it went well', async () => {
  const { call } = await makeRig();
  expect((await call('bash', { command: 'true' })).text).toBe('exit_code 0');
});

test('any shell text is taken as it is', async () => {
  const { call } = await makeRig();
  const command = `cat <<'END' # a comment\n$HOME "quoted" 'single' \\ \`x\`\nEND\nprintf '%s' "é" # last`;
  expect((await call('bash', { command })).text).toBe(`exit_code 0\n$HOME "quoted" 'single' \\ \`x\`\né`);
});

test('nothing is kept from call to call, and nothing comes from start-up files or the keyboard', async () => {
  const { call, write } = await makeRig();
  await write('home/.bashrc', 'export FROM_RC=1');
  await write('home/.bash_profile', 'export FROM_RC=1');
  await call('bash', { command: 'export KEPT=1; cd /; f() { :; }' });
  expect((await call('bash', { command: 'echo "[$KEPT$FROM_RC]"; pwd; type f; cat' })).text).toBe(
    `exit_code 0\n[]\n${rig?.project}\n[stderr]\nbash: line 1: type: f: not found`,
  );
});

test('characters stay whole however the output is split, and broken ones are replaced', async () => {
  const made = await makeRig();
  const script =
    "const b=Buffer.from('é€😀'.repeat(20000));let i=0;const next=()=>{if(i<b.length)process.stdout.write(b.subarray(i,i+=7777),next)};next()";
  const { text } = await made.call('bash', { command: `node -e "${script}"; printf '\\xff\\x00end'`, max_output_chars: 1_001 });
  expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  expect(text.match(/�/g)).toHaveLength(2);
  expect(made.output).toBe(`${'é€😀'.repeat(20_000)}��end`);
});

test('of long output the start and the end are returned and read can page the rest', async () => {
  const { call } = await makeRig();
  const result = await call('bash', { command: 'seq 1 20000; echo last >&2', max_output_chars: 1_000 });
  expect(result.text).toMatch(
    /^exit_code 0\n1\n2\n3\n.*… \[\d+ characters cut\] ….*20000\n\[stderr\]\nlast\nOutput was cut; all of it is in (\S+), which read can page\.$/s,
  );
  const artifact = /all of it is in (\S+),/.exec(result.text)?.[1] ?? '';
  expect(result.detail).toMatchObject({ truncated: true, artifact });
  expect((await call('read', { path: artifact, offset: 10_000, limit: 3 })).text).toMatch(/\n10000\n10001\n/);
  expect(artifact).toBe(join('.steiner', 'tmp', 'artifacts', RIG_SESSION, 'call_1.txt'));
});

test('output is not kept where the project brings a link for it', async () => {
  const made = await makeRig();
  await mkdir(join(made.project, 'elsewhere'));
  await rm(join(made.project, '.steiner'), { recursive: true, force: true });
  await symlink('elsewhere', join(made.project, '.steiner'));
  const { text } = await made.call('bash', { command: 'seq 1 20000', max_output_chars: 1_000 });
  expect(text).toContain('characters cut');
  expect(text).not.toContain('which read can page');
  expect(await readdir(join(made.project, 'elsewhere'))).toEqual([]);
});

test('a flood of output stays bounded in memory and in the answer', async () => {
  const { call } = await makeRig({ config: { limits: { tool_output_max_bytes: 4_096 } } });
  const { text } = await call('bash', { command: 'head -c 30000000 /dev/zero | tr "\\0" x', max_output_chars: 100_000 });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
  expect(text).toContain('Output was cut');
});

test('a time-out ends the command with all it started and keeps what it printed', async () => {
  const { call, project } = await makeRig();
  const command = 'echo begun; (setsid sh -c "while :; do date +%N > alive; done") & sleep 60';
  const result = await call('bash', { command, timeout_seconds: 5 });
  expect(result.text).toBe(
    'exit_code -1\nbegun\nNot finished after 5 s: it and everything it had started was ended. Give a longer timeout_seconds (at most 120), or run less.',
  );
  const last = await readFile(join(project, 'alive'), 'utf8');
  await call('bash', { command: 'true' });
  expect(await readFile(join(project, 'alive'), 'utf8')).toBe(last);
});

test('the configured limit holds when a longer time-out is asked for', async () => {
  const { call } = await makeRig({ config: { limits: { tool_timeouts: { bash: '200ms' } } } });
  expect((await call('bash', { command: 'sleep 60', timeout_seconds: 600 })).text).toContain('Not finished after 0.2 s');
});

test('a stop ends the command and says how far it came', async () => {
  const made = await makeRig();
  const stop = new AbortController();
  const running = made.call('bash', { command: 'echo begun; touch started; sleep 60' }, stop.signal);
  await expect.poll(() => existsSync(join(made.project, 'started'))).toBe(true);
  stop.abort();
  expect((await running).text).toBe('exit_code -1\nbegun\nStopped before it ended; everything it had started was ended too.');
});

test('a call whose sandbox is killed from outside ends at once, says so and leaves nothing', async () => {
  const made = await makeRig();
  const running = made.call('bash', { command: 'echo begun; touch started; sleep 60' });
  await expect.poll(() => existsSync(join(made.project, 'started'))).toBe(true);
  const sandbox = (await ledgerOf(made.base)).find(({ label }) => label === 'bash');
  if (sandbox === undefined) throw new Error('the command is not in the ledger');
  process.kill(sandbox.pid, 'SIGKILL');
  expect((await running).text).toBe(
    'exit_code 137\nbegun\nThe sandbox around the command was killed from outside, for example when memory ran out, and what was in it was ended. How far the command came is not known: look at what it may have changed before you run it again.',
  );
  expect(processesOf(made.base).filter(({ line }) => line.includes('sleep'))).toEqual([]);
});

test('what runs on in the background ends with the call, without the sandbox too', async () => {
  const { call, project } = await makeRig({ config: { sandbox: { enabled: false } } });
  const result = await call('bash', {
    command: 'sh -c "while :; do date +%N > alive; done" & while [ ! -s alive ]; do :; done; echo done',
  });
  expect(result).toMatchObject({ text: 'exit_code 0\ndone', detail: { sandboxed: false } });
  const last = await readFile(join(project, 'alive'), 'utf8');
  await call('bash', { command: 'true' });
  expect(await readFile(join(project, 'alive'), 'utf8')).toBe(last);
});

test('a refused write is explained', async () => {
  const { call } = await makeRig();
  const { text } = await call('bash', { command: 'echo x > ~/file' });
  expect(text).toMatch(
    /^exit_code 1\n\[stderr\]\n.*Read-only file system\nThe sandbox let the command write only in the project and in \/tmp/,
  );
});

test('a git folder pointed elsewhere is put right, and the model is told', async () => {
  const { call, project } = await makeRig();
  const { text } = await call('bash', { command: 'echo /tmp/evil > .git/commondir' });
  expect(text).toBe(
    'exit_code 0\n.git/commondir was put right after the command: left as it was, it could make git outside the sandbox run something or work elsewhere, or a blocked path lead elsewhere.',
  );
  expect(existsSync(join(project, '.git', 'commondir'))).toBe(false);
});

test('/tmp is the same place for commands and for file tools', async () => {
  const { call } = await makeRig();
  await call('bash', { command: 'mkdir -p /tmp/a && echo hello > /tmp/a/b' });
  expect((await call('read', { path: '/tmp/a/b' })).text).toContain('[/tmp/a/b: lines 1-1 of 1;');
  await call('mutate', { operations: [{ type: 'create', path: '/tmp/new/deep/c', content: 'mine' }] });
  expect((await call('bash', { command: 'cat /tmp/new/deep/c' })).text).toBe('exit_code 0\nmine');
  expect((await call('grep', { pattern: 'hello', path: '/tmp' })).text).toContain('/tmp/a/b (file_hash');
});

test('a working folder outside the project is asked about', async () => {
  const made = await makeRig();
  expect(await made.call('bash', { command: 'pwd', cwd: made.home })).toMatchObject({
    isError: true,
    detail: { error: 'approval_denied' },
  });
  made.answer = { type: 'allow_once' };
  expect((await made.call('bash', { command: 'pwd', cwd: made.home })).text).toBe(`exit_code 0\n${made.home}`);
  expect(made.asked.map(({ subject, access, preview }) => ({ subject, access, preview }))).toEqual([
    { subject: made.home, access: 'read', preview: 'pwd' },
    { subject: made.home, access: 'read', preview: 'pwd' },
  ]);
});

test('a command too long for the system is refused before it starts', async () => {
  const { call } = await makeRig();
  expect(await call('bash', { command: `: ${'x'.repeat(150_000)}` })).toMatchObject({ isError: true, detail: { error: 'invalid_input' } });
});

test('a folder below /tmp is the same for cwd as for everything else', async () => {
  const { call } = await makeRig();
  await call('bash', { command: 'mkdir /tmp/q' });
  const { text } = await call('bash', { command: 'pwd; echo x > here; cat /tmp/q/here', cwd: '/tmp/q' });
  expect(text).toBe('exit_code 0\n/tmp/q\nx');
  expect((await call('bash', { command: 'pwd; touch there', cwd: '/tmp' })).text).toBe('exit_code 0\n/tmp');
});

test.each([true, false])('a working folder that is none is refused before anything starts, with the sandbox %s', async (enabled) => {
  const { call, write } = await makeRig({ config: { sandbox: { enabled } } });
  await write('project/a.txt', '');
  expect((await call('bash', { command: 'true', cwd: 'a.txt' })).text).toBe('a.txt is not a folder.');
  expect((await call('bash', { command: 'true', cwd: 'nowhere' })).text).toBe('nowhere does not exist.');
  expect((await call('bash', { command: 'true', cwd: 'nowhere', background: true })).text).toBe('nowhere does not exist.');
});
