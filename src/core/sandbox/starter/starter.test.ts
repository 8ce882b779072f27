import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, cp, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LedgerEntry, ledgerOf } from '../../testing/ledger-of.ts';
import { leftOf, processesOf, type SeenProcess } from '../../testing/processes-of.ts';
import { createSandboxRig, type RunOptions, type SandboxRig } from '../../testing/sandbox-rig.ts';
import { SLOTS } from './starter-script.ts';

const WAYS: readonly NonNullable<RunOptions['way']>[] = ['new', 'started', 'prepared'];
const ID = 'session';

let rig: SandboxRig;

beforeEach(async () => {
  rig = await createSandboxRig({ vars: { LANG: 'C.UTF-8' } });
});

afterEach(() => rig.close());

/** What a command can see of how it was started; numbers of namespaces and sockets are another each time, and of mounts only the last at a place shows. */
const SURROUNDINGS = `
ls /proc/self/fd | wc -l; for fd in 0 1 2; do readlink /proc/self/fd/$fd | tr -d 0-9; done; readlink /proc/1/fd/0
echo "$0 $- $# $$ $PPID $SHLVL $PWD"; env | grep -v '^_=' | sort
cat /proc/self/limits /proc/self/oom_score_adj; grep -E '^(Seccomp|NoNewPrivs|Cap|Sig|NSpid|NSpgid|NSsid|Uid|Gid|Groups)' /proc/self/status
cut -d: -f2- /proc/self/cgroup | sort; cut -d' ' -f 5- /proc/self/mountinfo | tac | awk '!seen[$1]++' | sort; umask; ulimit -a
read -r line || echo 'no input'; cat /proc/1/comm; set -- /proc/[0-9]*; echo $#; exit 7`;

test('a command cannot tell in which way its sandbox was started', async () => {
  const seen = [];
  for (const way of WAYS) seen.push(await rig.run(SURROUNDINGS, { way }));
  expect(seen[0]).toMatchObject({ code: 7, stderr: '' });
  expect(seen.slice(1)).toEqual([seen[0], seen[0]]);
});

test.each(WAYS)('every character of a command arrives: %s', async (way) => {
  const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code + 1)).filter((char) => char !== "'");
  const word = `${characters.join('')}𝄞\\n\\0 $HOME \`x\` `.repeat(20);
  expect(await rig.run(`printf %s '${word}'`, { way })).toEqual({ code: 0, stdout: word, stderr: '' });
});

test.each(WAYS)('a signal, a wrong folder and what runs on are what they are without a starter: %s', async (way) => {
  expect(await rig.run('kill -9 $$', { way })).toEqual({ code: 137, stdout: '', stderr: '' });
  expect(await rig.run('sleep 60 & echo on', { way })).toEqual({ code: 0, stdout: 'on\n', stderr: '' });
  const missing = join(rig.project, 'missing');
  expect(await rig.run('true', { way, root: missing })).toMatchObject({ code: 1, stderr: expect.stringContaining("Can't") });
});

test.each(WAYS)('bash that the environment makes begin otherwise is under the same limits: %s', async (way) => {
  const begin = await rig.write('home/begin', 'export BEGUN=yes');
  const vars = { BASH_ENV: begin, POSIXLY_CORRECT: '1' };
  const other = await createSandboxRig({
    vars,
    config: { sandbox: { env_passthrough: ['BASH_ENV', 'POSIXLY_CORRECT'], max_processes: 321 } },
  });
  try {
    expect(await other.run('ulimit -u; echo "$BASH_ENV"', { way })).toEqual({ code: 0, stdout: `321\n${begin}\n`, stderr: '' });
  } finally {
    await other.close();
  }
});

test.each(['7', '08', 'x'])('the level that bash counts is what it is without a starter: %s', async (level) => {
  const other = await createSandboxRig({ vars: { SHLVL: level }, config: { sandbox: { env_passthrough: ['SHLVL'] } } });
  try {
    const [first, ...rest] = await Promise.all(WAYS.map((way) => other.run('echo "$SHLVL"', { way, id: way })));
    expect(first).toMatchObject({ code: 0, stdout: `${(Number(level) || 0) + 1}\n` });
    expect(rest).toEqual([first, first]);
  } finally {
    await other.close();
  }
});

test.each(['started', 'prepared'] as const)('a text with a NUL in it is not run, nor what comes before or after it: %s', async (way) => {
  await expect(rig.run('echo a > a; \0told\n', { way })).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  expect(existsSync(join(rig.project, 'a'))).toBe(false);
});

test('a command that is told at the start is not told again to a shell before it', async () => {
  const line = "tr '\\0' ' ' < /proc/1/cmdline; ulimit -u; echo $?; declare -p BASH_ENV";
  const { stdout, stderr } = await rig.run(line, { way: 'started' });
  expect(stdout).toContain(`-- bash --noprofile --norc -c ${line}`);
  expect(stdout).toMatch(/ 4096\n0\n$/);
  expect(stderr).toContain('BASH_ENV: not found');
});

test('more commands than a starter has slots for', async () => {
  const outputs = [];
  for (let call = 0; call < SLOTS + 3; call += 1) outputs.push((await rig.run(`echo ${call}`, { way: 'prepared' })).stdout);
  expect(outputs).toEqual(Array.from({ length: SLOTS + 3 }, (_, call) => `${call}\n`));
});

test('commands of one session that overlap', async () => {
  const outputs = await Promise.all(Array.from({ length: 5 }, (_, call) => rig.run(`sleep 0.1; echo ${call}`, { way: 'started' })));
  expect(outputs.map(({ stdout }) => stdout)).toEqual(['0\n', '1\n', '2\n', '3\n', '4\n']);
});

test('commands of one session that overlap have no terminals in common', async () => {
  const terminals = 'stat -c %d /dev/pts';
  const decision = await rig.sandbox.decide({ id: ID, root: rig.project });
  const first = await rig.sandbox.start(decision, { cwd: rig.project, owner: ID, label: 'test', text: `${terminals}; exec sleep 65` });
  let told = '';
  for await (const line of createInterface(first.stdout)) {
    told = `${line}\n`;
    break;
  }
  for (const way of ['started', 'prepared'] as const) {
    const { code, stdout } = await rig.run(terminals, { way });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\n$/)]);
    expect(stdout).not.toBe(told);
  }
  first.kill();
  await first.exited;
});

test('terminals that a command has closed are open to the next one', async () => {
  const open = `python3 -c 'import os; os.openpty(); print("open")'`;
  for (const command of [open, 'chmod 000 /dev/pts; echo done']) await rig.run(command, { way: 'started' });
  for (const way of ['started', 'prepared'] as const) {
    expect(await rig.run(`stat -c %A /dev/pts; ${open}; chmod 000 /dev/pts`, { way })).toMatchObject({ stdout: 'drwxr-xr-x\nopen\n' });
  }
});

test.each(['started', 'prepared'] as const)(
  'nothing that a command left in the background is there when its end is told: %s',
  async (way) => {
    const name = `left${process.pid}${way}`.slice(0, 15);
    const command = `cp "$(command -v sleep)" ${name}; for one in {1..150}; do ./${name} 60 > /dev/null 2>&1 & done; echo on`;
    expect(await rig.run(command, { way })).toEqual({ code: 0, stdout: 'on\n', stderr: '' });
    expect(readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && nameOf(pid) === name)).toEqual([]);
  },
);

/** Also of one that has ended and was not waited for. */
function nameOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}

/** Prepares a sandbox, lets the host change, then runs a command as a call would. */
async function afterChange(change: () => Promise<unknown>, command: string): Promise<string> {
  await rig.run('true', { way: 'started' });
  await standing();
  await change();
  const { stdout, stderr } = await rig.run(command, { way: 'started' });
  return stdout + stderr;
}

/** Prepares a sandbox and waits until it stands. Returns the pids of what is in it, as the host counts them. */
async function standing(): Promise<readonly number[]> {
  rig.sandbox.prepare(await rig.sandbox.decide({ id: ID, root: rig.project }), { cwd: rig.project, owner: ID, label: 'test' });
  for (;;) {
    const waiting = (await processes()).filter(({ line }) => line.includes('builtin read') && !line.includes('--unshare-all'));
    if (waiting.length > 0) return waiting.map(({ pid }) => pid);
  }
}

/** Of this test's project. What goes on beside gets its turn first. */
async function processes(): Promise<readonly SeenProcess[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return processesOf(rig.base);
}

async function born(): Promise<readonly LedgerEntry[]> {
  return (await ledgerOf(rig.base)).filter(({ type }) => type === 'born');
}

test('a secret that appears after a sandbox was prepared is hidden from the next command', async () => {
  expect(await afterChange(() => rig.write('home/.netrc', 'canary'), 'cat ~/.netrc')).not.toContain('canary');
});

test('a secret that is replaced after a sandbox was prepared stays hidden', async () => {
  await rig.write('home/.netrc', 'old');
  const replace = async () => rename(await rig.write('home/other', 'canary'), join(rig.home, '.netrc'));
  expect(await afterChange(replace, 'cat ~/.netrc')).not.toContain('canary');
});

test('git config that is replaced after a sandbox was prepared is still read-only', async () => {
  const config = join(rig.project, '.git', 'config');
  const replace = async () => {
    await copyFile(config, `${config}.lock`);
    await rename(`${config}.lock`, config);
  };
  const before = await readFile(config, 'utf8');
  expect(await afterChange(replace, 'echo x >> .git/config')).toContain('Read-only file system');
  expect(await readFile(config, 'utf8')).toBe(before);
});

test('a git folder that appears after a sandbox was prepared is guarded', async () => {
  const change = async () => {
    await rename(join(rig.project, '.git'), join(rig.base, 'old'));
    rig.git(rig.project, 'init', '--quiet');
  };
  expect(await afterChange(change, 'echo x > .git/hooks/pre-commit')).toContain('Read-only file system');
});

test('a project that was replaced is the one that the command works in', async () => {
  const change = async () => {
    await rename(rig.project, join(rig.base, 'old'));
    await cp(join(rig.base, 'old'), rig.project, { recursive: true });
    await rig.write('project/here', 'new\n');
  };
  expect(await afterChange(change, 'cat here')).toBe('new\n');
});

test('a prepared sandbox is used once, and none is left when the session rests or ends', async () => {
  const first = await standing();
  await rig.run('true', { way: 'started' });
  while (first.some((pid) => existsSync(`/proc/${pid}`))) await processes();
  await standing();
  await standing();
  rig.sandbox.rest(ID);
  await rig.ports.processes.killOwner(ID);
  expect(await leftOf(rig.base)).toEqual([]);
  await standing();
  await rig.ports.processes.killOwner(ID);
  expect(await leftOf(rig.base)).toEqual([]);
});

test('what is prepared is in the ledger until it is gone', async () => {
  await standing();
  const members = (await born()).filter(({ label }) => label === 'test' || label === 'sandboxes').map(({ pid }) => pid);
  expect(members.length).toBe(2);
  await rig.ports.processes.killOwner(ID);
  expect((await ledgerOf(rig.base)).filter(({ type }) => type === 'gone').map(({ pid }) => pid)).toEqual(expect.arrayContaining(members));
});

test.each(['started', 'prepared'] as const)('a command that is killed ends with everything it started: %s', async (way) => {
  const decision = await rig.sandbox.decide({ id: ID, root: rig.project });
  const place = { cwd: rig.project, owner: ID, label: 'test' };
  if (way === 'prepared') rig.sandbox.prepare(decision, place);
  const child = await rig.sandbox.start(decision, { ...place, text: 'sleep 61 & echo up; sleep 62' });
  for await (const _ of child.stdout) break;
  child.kill();
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  rig.sandbox.rest(ID);
  await rig.ports.processes.killOwner(ID);
  expect(await leftOf(rig.base)).toEqual([]);
});

test('a command whose sandbox is killed from outside ends as killed', async () => {
  const decision = await rig.sandbox.decide({ id: ID, root: rig.project });
  const child = await rig.sandbox.start(decision, { cwd: rig.project, owner: ID, label: 'test', text: 'echo up; sleep 62' });
  for await (const _ of child.stdout) break;
  process.kill(child.pid, 'SIGKILL');
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a starter that is killed while it sets up a sandbox leaves nothing behind', async () => {
  const decision = await rig.sandbox.decide({ id: ID, root: rig.project });
  for (let turn = 0; turn < 10; turn += 1) {
    rig.sandbox.prepare(decision, { cwd: rig.project, owner: ID, label: 'test' });
    for (let step = 0; step < turn; step += 1) await processes();
    rig.sandbox.rest(ID);
    await rig.ports.processes.killOwner(ID);
  }
  await rig.ports.processes.close();
  expect(await leftOf(rig.base)).toEqual([]);
});

test('a command that runs ends with its starter, and so with Steiner', async () => {
  const decision = await rig.sandbox.decide({ id: ID, root: rig.project });
  const child = await rig.sandbox.start(decision, { cwd: rig.project, owner: ID, label: 'test', text: 'sleep 63 & echo up; sleep 64' });
  for await (const _ of child.stdout) break;
  const starter = (await born()).find(({ label }) => label === 'sandboxes');
  if (starter === undefined) throw new Error('there is no starter');
  process.kill(starter.pid, 'SIGKILL');
  expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await leftOf(rig.base)).toEqual([]);
});
