import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../src/core/testing/model-script.ts';
import { startModelServer } from '../src/core/testing/model-server.ts';
import { CLI, type CliRig, createCliRig, oneModel } from './lib/cli-process.ts';

const releases: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

async function rigWith(script: Script) {
  const server = await startModelServer(script);
  releases.push(() => server.close());
  const rig = await createCliRig();
  releases.push(() => rig.workspace.remove());
  await rig.configure(oneModel(server.url));
  return { ...rig, server };
}

const TRACE = /\n\s+at /;

/** A line of the shell; `"$0" "$1"` is the program. */
function inShell({ workspace }: CliRig, line: string): Promise<{ readonly code: number; readonly said: string }> {
  const env = { PATH: process.env.PATH, HOME: workspace.home, STEINER_HOME: workspace.home };
  return new Promise((resolve) => {
    execFile('bash', ['-c', line, process.execPath, CLI], { cwd: workspace.path, env }, (failure, out, err) => {
      resolve({ code: Number(failure?.code ?? 0), said: out + err });
    });
  });
}

async function onlyLog({ workspace }: CliRig): Promise<string> {
  const sessions = join(workspace.home, 'state', 'sessions');
  const [project = ''] = await readdir(sessions);
  const [id = ''] = await readdir(join(sessions, project));
  return join(sessions, project, id, 'log.jsonl');
}

test('in a folder that was deleted: said plainly, and another folder can be named', async () => {
  const rig = await rigWith([{ text: 'Hello.' }]);
  const gone = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$1"';
  const refused = await inShell(rig, `${gone} exec Hi`);
  expect(refused).toEqual({ code: 1, said: expect.stringMatching(/^error: There is no folder \S+\/gone\.\n/) });
  expect(TRACE.test(refused.said)).toBe(false);
  expect(await inShell(rig, `${gone} --version`)).toMatchObject({ code: 0 });
  expect(await inShell(rig, `${gone} exec -C '${rig.workspace.path}' Hi`)).toEqual({ code: 0, said: expect.stringContaining('Hello.') });
});

test.skipIf(process.getuid?.() === 0)(
  'a log that may not be written: going on is refused, with the reason, and nothing is sent',
  async () => {
    const rig = await rigWith([{ text: 'One.' }]);
    await rig.run('exec', 'First');
    const log = await onlyLog(rig);
    await chmod(log, 0o400);
    const before = await readFile(log, 'utf8');
    const { code, err } = await rig.run('exec', '--continue', 'Second');
    expect([code, TRACE.test(err), await readFile(log, 'utf8'), rig.server.requests.length]).toEqual([1, false, before, 1]);
    expect(err).toMatch(/^error: The session can only be read: permission was denied\./);
  },
);

const SMALL_DISK = 'bwrap --dev-bind / / --size 400000 --tmpfs "$STEINER_HOME/state"';

test('a disk that is full in the middle of a turn ends it, and says what is safe and what to do', async () => {
  const rig = await rigWith([{ text: 'One.' }, { text: Array.from({ length: 60 }, () => 'x'.repeat(10_000)) }]);
  await mkdir(join(rig.workspace.home, 'state'), { recursive: true });
  const look = 'cat "$STEINER_HOME"/state/sessions/*/*/log.jsonl | tail -c 100000 | grep -c One';
  const lines = ['"$0" "$1" exec First', '"$0" "$1" exec --continue Second; echo "ended $?"', look].join('; ');
  const { said: all } = await inShell(rig, `${SMALL_DISK} bash -c '${lines}' "$0" "$1"`);
  const said = all.replace(/x{9,}/g, '');
  expect(said).toMatch(/ended 1\n/);
  expect([TRACE.test(said), /No space left|disk is full/i.test(said)]).toEqual([false, true]);
  expect(said).toMatch(/\n1\n/);
});
