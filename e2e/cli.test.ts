import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { refusingAddress, startGarbageServer } from '../src/core/testing/broken-servers.ts';
import type { Script } from '../src/core/testing/model-script.ts';
import { startModelServer } from '../src/core/testing/model-server.ts';
import type { TempWorkspace } from '../src/core/testing/temp-workspace.ts';
import { keptEventSchema, liveEventSchema } from '../src/shared/events.ts';
import { type CliRig, createCliRig, oneModel } from './lib/cli-process.ts';

const releases: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

async function rig(): Promise<CliRig> {
  const made = await createCliRig();
  releases.push(() => made.workspace.remove());
  return made;
}

async function rigWith(script: Script) {
  const server = await startModelServer(script);
  releases.push(() => server.close());
  const made = await rig();
  await made.configure(oneModel(server.url));
  return { ...made, server };
}

const replace = { name: 'mutate', arguments: { operations: [{ type: 'replace', path: 'a.txt', old_string: 'old', new_string: 'new' }] } };
const look = { name: 'read', arguments: { path: 'a.txt' } };
const shell = (command: string) => ({ name: 'bash', arguments: { command } });
const fixIt: Script = [{ calls: [look] }, { calls: [replace, shell('cat a.txt')] }, { text: ['Do', 'ne.'] }];
const STACK = /\n\s+at /;

/** Output of a shell script in the project; `$0 $1` is the command line. */
async function inShell({ path, home }: TempWorkspace, script: string): Promise<string> {
  const cli = join(import.meta.dirname, '..', 'out', 'cli', 'index.js');
  const { stdout } = await promisify(execFile)('bash', ['-c', script, process.execPath, cli], {
    cwd: path,
    env: { ...process.env, STEINER_HOME: home },
  });
  return stdout;
}

/** Processes of this machine whose command line holds the text. */
function running(text: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text));
}

describe('a turn', () => {
  test('changes the file on disk, answers on out and accounts on err', async () => {
    const { run, workspace, server } = await rigWith(fixIt);
    const { code, out, err } = await run('exec', 'Fix', 'it');
    expect({ code, out, file: await readFile(join(workspace.path, 'a.txt'), 'utf8'), requests: server.requests.length }).toEqual({
      code: 0,
      out: 'Done.\n',
      file: 'new\n',
      requests: 3,
    });
    expect(err.replace(/[\d.]+ m?s/g, '<time>').split('\n')).toEqual([
      '• read a.txt … lines 1-1 of 1 <time>',
      '• mutate a.txt … +1 -1 <time>',
      '• bash cat a.txt … ok <time>',
      expect.stringMatching(/^1 file \+1 -1 · 3 rounds · .* tokens in, .* out · price unknown · <time>$/),
      '',
    ]);
  });

  test('--json prints only events, each fit for the schema, numbered without gaps', async () => {
    const { run } = await rigWith(fixIt);
    const { code, out, err } = await run('exec', 'Fix it', '--json');
    const envelopes = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const unfit = envelopes.filter(({ event }) => !keptEventSchema.or(liveEventSchema).safeParse(event).success);
    const types = envelopes.map(({ event }) => event.type);
    expect({ code, err, unfit, first: types[0], last: types.slice(-2) }).toEqual({
      code: 0,
      err: '',
      unfit: [],
      first: 'session.start',
      last: ['turn.end', 'session.end'],
    });
    expect(envelopes.map(({ seq }) => seq)).toEqual(envelopes.map((_, index) => envelopes[0].seq + index));
  });

  test('a prompt can be piped in', async () => {
    const { workspace, server } = await rigWith([{ text: 'Done.' }]);
    const out = await inShell(workspace, `printf 'one\\ntwo\\n' | "$0" "$1" exec | cat`);
    expect({ out, prompt: JSON.stringify(server.requests[0]?.body.messages.at(-1)) }).toEqual({
      out: 'Done.\n',
      prompt: expect.stringContaining('one\\ntwo'),
    });
  });

  test('without a terminal a path outside is refused, and the model is told', async () => {
    const { run, server } = await rigWith([{ calls: [{ name: 'read', arguments: { path: '/etc/hostname' } }] }, { text: 'No.' }]);
    const { code, err } = await run('exec', 'Look');
    const told = String(server.requests[1]?.body.messages.at(-1)?.content);
    expect({ code, err, told }).toEqual({
      code: 0,
      err: expect.stringContaining('• read /etc/hostname … failed: '),
      told: expect.stringMatching(/nobody|unattended|no terminal|cannot be asked/i),
    });
  });
});

test('after kill -9 in the middle of a command --continue goes on, and the model is told what became of it', async () => {
  const line = `sleep 85${process.pid}`;
  const { start, run, server } = await rigWith([{ calls: [shell(`echo begun; ${line}`), look] }, { text: 'Went on.' }]);
  const { child, shown, ended } = start('exec', 'Wait', '--json');
  await shown('begun\\n');
  child.kill('SIGKILL');
  await ended;
  await expect.poll(() => running(line)).toEqual([]);
  const { code, out } = await run('exec', '--continue');
  const told = (server.requests[1]?.body.messages ?? []).slice(-3).map(({ content }) => String(content));
  expect({ code, out, told }).toEqual({
    code: 0,
    out: 'Went on.\n',
    told: [
      expect.stringMatching(/^Interrupted: Steiner stopped while this ran/),
      'Not run: Steiner stopped before this call began.',
      expect.stringContaining('Go on from where you stopped.'),
    ],
  });
});

describe('stopping', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the running command with its whole group', async (signal, code) => {
    const marker = `86${process.pid}${code}`;
    const { start } = await rigWith([{ calls: [shell(`echo begun; sleep ${marker} & sleep ${marker}`)] }]);
    const { child, shown, ended } = start('exec', 'Wait', '--json');
    await shown('begun\\n');
    expect(running(`sleep ${marker}`).length).toBeGreaterThan(0);
    child.kill(signal);
    const outcome = await ended;
    expect({ code: outcome.code, stop: /"stop":"cancelled"/.test(outcome.out) }).toEqual({ code, stop: true });
    await expect.poll(() => running(`sleep ${marker}`)).toEqual([]);
  });

  test('head closes the pipe: no message about it', async () => {
    const { workspace } = await rigWith([{ text: Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`) }]);
    const out = await inShell(workspace, '"$0" "$1" exec Talk 2>err.txt | head -n 1; echo "$PIPESTATUS"');
    const err = await readFile(join(workspace.path, 'err.txt'), 'utf8');
    expect({ out, trace: STACK.test(err), told: err.includes('EPIPE') }).toEqual({ out: 'line 0\n141\n', trace: false, told: false });
  });
});

describe('what goes wrong is told plainly', () => {
  async function failing(made: CliRig, ...args: readonly string[]) {
    const { code, out, err } = await made.run(...args);
    return { code, out, err: err.split('\n')[0], trace: STACK.test(err) };
  }

  test('no provider', async () => {
    expect(await failing(await rig(), 'exec', 'x')).toEqual({
      code: 5,
      out: '',
      err: expect.stringMatching(/^error: .*model/i),
      trace: false,
    });
  });

  test('an unknown configuration key, with the one that was meant', async () => {
    const made = await rig();
    await made.configure('provider: {}\n');
    const { code, err } = await made.run('exec', 'x');
    expect({ code, err }).toEqual({ code: 5, err: expect.stringMatching(/config\.yaml[\s\S]*providers/) });
  });

  test('a model that is not configured', async () => {
    const made = await rig();
    await made.configure(oneModel('http://127.0.0.1:9/v1'));
    expect(await failing(made, 'exec', 'x', '--model', 'nowhere/none')).toEqual({
      code: 5,
      out: '',
      err: expect.stringContaining('nowhere/none'),
      trace: false,
    });
  });

  test('a server that is down', async () => {
    const made = await rig();
    await made.configure(oneModel(refusingAddress()));
    expect(await failing(made, 'exec', 'x')).toEqual({ code: 1, out: '', err: expect.stringContaining('127.0.0.1'), trace: false });
  });

  test('a server that speaks something else', async () => {
    const garbage = await startGarbageServer('220 mail.example ESMTP\r\n');
    releases.push(() => garbage.close());
    const made = await rig();
    await made.configure(oneModel(garbage.url));
    const outcome = await failing(made, 'exec', 'x');
    expect({ ...outcome, err: outcome.err !== '' }).toEqual({ code: 1, out: '', err: true, trace: false });
  });

  test('a project that is a file, and one that is not there', async () => {
    const made = await rig();
    expect(await failing(made, 'exec', 'x', '--cwd', 'a.txt')).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining('a.txt'),
      trace: false,
    });
    expect(await failing(made, 'exec', 'x', '--cwd', 'gone')).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining('gone'),
      trace: false,
    });
  });

  test('a command line that is not valid', async () => {
    expect(await failing(await rig(), 'exec', '--jsn')).toEqual({
      code: 2,
      out: '',
      err: 'error: Unknown option --jsn. Did you mean --json?',
      trace: false,
    });
  });
});

test('the demo runs its script on a real project', async () => {
  const { start } = await rig();
  const { child, ended } = start('demo');
  await once(child, 'spawn');
  const { code, out, err } = await ended;
  expect({ code, out: out !== '', err }).toEqual({
    code: 0,
    out: true,
    err: expect.stringMatching(/^This is a scripted demo, not a model\.[\s\S]*The sample project is in \//),
  });
});
