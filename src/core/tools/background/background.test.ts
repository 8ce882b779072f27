import { existsSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig, type ToolRigOptions } from '../../testing/tool-rig.ts';
import { JobLog } from './job-log.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(options?: ToolRigOptions): Promise<ToolRig> {
  rig = await createToolRig(options);
  return rig;
}

const TICKING = 'while :; do date +%s%N > alive; done';

test('a background command returns an id at once, and its output is read piece by piece', async () => {
  const { call, write } = await makeRig();
  const command = 'echo one; echo two >&2; while [ ! -e go ]; do sleep 0.01; done; echo three; exit 4';
  const { text, isError } = await call('bash', { command, background: true });
  expect([isError, text]).toEqual([
    false,
    'bg_1 runs in the background; its output goes to .steiner/tmp/artifacts/0123456789abcdef0123456789abcdef/bg_1.txt, which bash_output and read can page. You are told when it ends.',
  ]);
  await expect.poll(async () => (await call('bash_output', { id: 'bg_1', offset: 0 })).text).toMatch(/running; output 0-8 of 8/);
  expect((await call('bash_output', { id: 'bg_1', offset: 0 })).text.split('\n').sort()).toEqual([
    '[bg_1: running; output 0-8 of 8 bytes; next_offset 8]',
    'one',
    'two',
  ]);
  expect((await call('bash_output', { id: 'bg_1' })).text).toBe('[bg_1: running; no new output; next_offset 8]');
  await write('project/go', '');
  await expect.poll(async () => (await call('bash_output', { id: 'bg_1', offset: 8, wait_seconds: 5 })).text).toContain('exit_code 4');
  expect(await call('bash_output', { id: 'bg_1', offset: 8 })).toEqual({
    text: '[bg_1: exit_code 4; output 8-14 of 14 bytes; next_offset 14]\nthree',
    isError: false,
  });
});

test('a reading can wait for output, and begin at the end', async () => {
  const { call, write } = await makeRig();
  await call('bash', { command: 'while [ ! -e go ]; do sleep 0.01; done; seq 1 100; sleep 60', background: true });
  const waiting = call('bash_output', { id: 'bg_1', wait_seconds: 60 });
  await write('project/go', '');
  expect((await waiting).text).toMatch(/^\[bg_1: running; output 0-\d+ of \d+ bytes; next_offset \d+\]\n1\n2\n/);
  await expect
    .poll(async () => (await call('bash_output', { id: 'bg_1', offset: -7 })).text)
    .toBe('[bg_1: running; output 285-292 of 292 bytes; next_offset 292]\n99\n100');
});

test('a line that is not finished is shown, said to be so, and only its rest comes later', async () => {
  const { call, write } = await makeRig();
  const command = 'echo first; printf "Go on? [y/n] "; while [ ! -e go ]; do sleep 0.01; done; echo yes; printf end';
  await call('bash', { command, background: true });
  await expect.poll(async () => (await call('bash_output', { id: 'bg_1', offset: 0, wait_seconds: 60 })).text).toContain('Go on');
  expect((await call('bash_output', { id: 'bg_1', offset: 0 })).text).toBe(
    '[bg_1: running; output 0-19 of 19 bytes; next_offset 19]\nfirst\nGo on? [y/n] \n[The last line is not finished; the next reading goes on within it.]',
  );
  expect((await call('bash_output', { id: 'bg_1' })).text).toBe('[bg_1: running; no new output; next_offset 19]');
  await write('project/go', '');
  await expect.poll(async () => (await call('bash_output', { id: 'bg_1', offset: 19, wait_seconds: 5 })).text).toContain('exit_code 0');
  expect((await call('bash_output', { id: 'bg_1', offset: 19 })).text).toBe(
    '[bg_1: exit_code 0; output 19-26 of 26 bytes; next_offset 26]\nyes\nend',
  );
});

test('who waits for output gets a prompt that waits for an answer', async () => {
  const { call } = await makeRig();
  await call('bash', { command: 'printf "Password: "; sleep 600', background: true });
  expect((await call('bash_output', { id: 'bg_1', wait_seconds: 120 })).text).toContain('\nPassword: \n[The last line is not finished');
});

test('a stop ends the wait and leaves the command running', async () => {
  const { call } = await makeRig();
  await call('bash', { command: 'sleep 60', background: true });
  const stop = new AbortController();
  const waiting = call('bash_output', { id: 'bg_1', wait_seconds: 60 }, stop.signal);
  stop.abort();
  expect(await waiting).toMatchObject({ isError: true, detail: { error: 'cancelled' } });
  expect((await call('bash_output', { id: 'bg_1' })).text).toContain('running');
});

test.each([true, false])('bash_kill ends it with everything it started (sandbox: %s)', async (enabled) => {
  const { call, project } = await makeRig({ config: { sandbox: { enabled } } });
  await call('bash', { command: `sh -c "${TICKING}" & wait`, background: true });
  await expect.poll(() => existsSync(join(project, 'alive'))).toBe(true);
  expect((await call('bash_kill', { id: 'bg_1' })).text).toBe('bg_1 was killed');
  const last = await readFile(join(project, 'alive'), 'utf8');
  expect((await call('bash_output', { id: 'bg_1' })).text).toBe('[bg_1: killed; no output; next_offset 0]');
  expect((await call('bash_kill', { id: 'bg_1' })).text).toBe('bg_1 had ended already: killed');
  await call('bash', { command: 'true' });
  expect(await readFile(join(project, 'alive'), 'utf8')).toBe(last);
});

test('it ends with the session', async () => {
  const { call, project, tools } = await makeRig();
  await call('bash', { command: TICKING, background: true });
  await expect.poll(() => existsSync(join(project, 'alive'))).toBe(true);
  await tools.close();
  const last = await readFile(join(project, 'alive'), 'utf8');
  await rig?.run('true');
  expect(await readFile(join(project, 'alive'), 'utf8')).toBe(last);
});

test('it has no time-out, and is under the sandbox like any command', async () => {
  const { call } = await makeRig({ config: { limits: { tool_timeouts: { bash: '200ms' } } } });
  await call('bash', { command: 'sleep 0.5; echo x > ~/file || echo refused', background: true });
  await expect.poll(async () => (await call('bash_output', { id: 'bg_1', offset: 0 })).text).toMatch(/exit_code 0.*refused/s);
});

test('unknown ids are answered with the known ones', async () => {
  const { call } = await makeRig();
  expect((await call('bash_output', { id: 'bg_9' })).text).toBe(
    'There is no background command "bg_9". None was started in this session since it was opened.',
  );
  await call('bash', { command: 'true', background: true });
  await call('bash', { command: 'true', background: true });
  expect((await call('bash_kill', { id: 'bg_9' })).text).toBe('There is no background command "bg_9". Known: bg_1, bg_2.');
});

test('only so many run at once', async () => {
  const { call } = await makeRig({ config: { sandbox: { enabled: false } } });
  for (let count = 0; count < 16; count += 1) await call('bash', { command: 'exec sleep 60', background: true });
  expect(await call('bash', { command: 'sleep 60', background: true })).toMatchObject({
    isError: true,
    text: '16 background commands run already; end one with bash_kill first.',
  });
});

test('a log keeps whole characters at any offset and stops at its limit', async () => {
  const path = join(tmpdir(), `steiner-job-log-${process.pid}.txt`);
  const file = await open(path, 'w+');
  try {
    const log = new JobLog(file, path, 40);
    const text = 'aé€\u{1f600}'.repeat(4);
    await Promise.all([log.write(text.slice(0, 8)), log.write(text.slice(8))]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -45, max: 45 }), fc.integer({ min: 2, max: 30 }), async (offset, chars) => {
        const piece = await log.read(offset, chars);
        const bytes = Buffer.from(text).subarray(piece.start, piece.next);
        expect(piece.text).toBe(bytes.toString());
        expect(piece.text).not.toContain('\ufffd');
        expect(piece.text.length).toBeLessThanOrEqual(chars);
        expect(piece.next > piece.start || piece.start >= piece.size - 3).toBe(true);
      }),
    );
    expect([log.size, log.lost]).toEqual([40, false]);
    await log.write('x');
    expect([log.size, log.lost]).toEqual([40, true]);
    await log.end();
  } finally {
    await rm(path);
  }
});

test('plan mode ends a background command that could write, and one that is started then cannot', async () => {
  const made = await makeRig();
  const { call, tools } = made;
  await call('bash', { command: TICKING, background: true });
  made.mode = 'plan';
  expect(tools.enter?.('plan')).toBe('The background command bg_1 was ended: it could write, and plan mode writes nothing.');
  await call('bash', { command: 'touch made; sleep 600', background: true });
  await expect.poll(async () => (await call('bash_output', { id: 'bg_2', offset: 0 })).text).toContain('Read-only file system');
  await expect
    .poll(async () => (await call('bash_output', { id: 'bg_1' })).text)
    .toContain('ended when plan mode began, since it could write; started again now it runs read-only');
  expect([tools.enter?.('plan'), existsSync(join(made.project, 'made'))]).toEqual([undefined, false]);
  expect((await call('bash_output', { id: 'bg_2' })).text).toContain('[bg_2: running;');
});

test('what the sandbox held back is said when a background command has failed', async () => {
  const { call } = await makeRig();
  await call('bash', { command: 'echo x > ~/file', background: true });
  await expect
    .poll(async () => (await call('bash_output', { id: 'bg_1', offset: 0 })).text)
    .toMatch(/exit_code 1(.|\n)*The sandbox let the command write only in the project and in \/tmp/);
});
