import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Script } from '../src/core/testing/model-script.ts';
import { startModelServer } from '../src/core/testing/model-server.ts';
import { createCliRig, oneModel } from './lib/cli-process.ts';
import { endAll, processesNaming, processesRunning } from './lib/processes.ts';
import { HAS_TERMINALS } from './lib/terminal-process.ts';

const releases: (() => Promise<unknown>)[] = [];
let outside: string;
beforeEach(async () => {
  outside = await mkdtemp('/var/tmp/steiner-e2e-');
  releases.push(() => rm(outside, { recursive: true, maxRetries: 10 }));
  for (const name of ['a.txt', 'b.txt']) await writeFile(join(outside, name), `inside ${name}\n`);
});
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release();
});

async function rigWith(script: Script) {
  const server = await startModelServer(script);
  const rig = await createCliRig();
  await rig.configure(oneModel(server.url));
  releases.push(
    () => rig.workspace.remove(),
    () => server.close(),
    async () => endAll(processesNaming(rig.workspace.home)),
  );
  return { ...rig, server, left: () => processesNaming(rig.workspace.home) };
}

const shell = (command: string) => ({ name: 'bash', arguments: { command } });
const look = (name: string) => ({ name: 'read', arguments: { path: join(outside, name) } });
const QUESTION = 'anything else denies: ';
const CTRL_C = '\u0003';

/** What a request tells the model of the calls, in order. */
type Server = Awaited<ReturnType<typeof startModelServer>>;
const results = (server: Server, request: number) =>
  (server.requests[request]?.body.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []));

describe.skipIf(!HAS_TERMINALS)('at a terminal', () => {
  test('a question is answered by a key, and the turn goes on', async () => {
    const rig = await rigWith([{ calls: [look('a.txt')] }, { text: 'Read it.' }]);
    const terminal = await rig.atTerminal('exec', 'Look');
    await terminal.shows(QUESTION);
    expect(stripVTControlCharacters(terminal.sent())).toContain(`? read asks to read ${outside}/a.txt`);
    const elsewhere = await rig.run('exec', '--continue', 'And I');
    expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining(`has this session open (pid ${terminal.pid}).`)]);
    terminal.type('y\r');
    expect([await terminal.ended, results(rig.server, 1)]).toEqual([0, [expect.stringContaining('inside a.txt')]]);
    expect(stripVTControlCharacters(terminal.sent())).toMatch(/Read it\.\r\n2 rounds/);
    await expect.poll(rig.left).toEqual([]);
  });

  test('after kill -9 the question is put again, and the one that waited behind it after that: nothing is told as interrupted', async () => {
    const rig = await rigWith([{ calls: [look('a.txt'), look('b.txt')] }, { text: 'Read both.' }]);
    const killed = await rig.atTerminal('exec', 'Look');
    await killed.shows(QUESTION);
    process.kill(killed.pid, 'SIGKILL');
    expect(await killed.ended).toBe(137);
    await expect.poll(rig.left).toEqual([]);
    const terminal = await rig.atTerminal('exec', '--continue');
    await terminal.shows(QUESTION);
    terminal.type('y\r');
    await terminal.shows(QUESTION, 2);
    terminal.type('n\r');
    await terminal.shows('Reason for the model');
    terminal.type('not that one\r');
    expect([await terminal.ended, rig.server.requests.length]).toEqual([0, 2]);
    expect(results(rig.server, 1)).toEqual([expect.stringContaining('inside a.txt'), expect.stringContaining('not that one')]);
    await expect.poll(rig.left).toEqual([]);
  });

  test('a terminal that is closed leaves the question for later', async () => {
    const rig = await rigWith([{ calls: [look('a.txt')] }, { text: 'Read it.' }]);
    const closed = await rig.atTerminal('exec', 'Look');
    await closed.shows(QUESTION);
    closed.hangUp();
    expect(await closed.ended).toBe(129);
    expect((await rig.run('sessions')).out).toMatch(/ waiting +Look\n$/);
    await expect.poll(rig.left).toEqual([]);
    const terminal = await rig.atTerminal('exec', '--continue');
    await terminal.shows(QUESTION);
    terminal.type('y\r');
    expect([await terminal.ended, results(rig.server, 1)]).toEqual([0, [expect.stringContaining('inside a.txt')]]);
  });

  test('Ctrl+C stops the turn and the command that runs, with all it started', async () => {
    const line = `sleep 87${process.pid}1`;
    const rig = await rigWith([{ calls: [shell(`${line} & ${line}`)] }]);
    const terminal = await rig.atTerminal('exec', 'Wait');
    await expect.poll(() => processesRunning(line).length).toBe(2);
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    await expect.poll(() => [...processesRunning(line), ...rig.left()]).toEqual([]);
    expect(stripVTControlCharacters(terminal.sent())).toMatch(/stopped: cancelled · .*\r\nGo on with: steiner exec --resume \w{8}\r\n$/);
  });

  test('a second Ctrl+C ends at once what does not want to end', async () => {
    const line = `sleep 87${process.pid}2`;
    const rig = await rigWith([{ calls: [shell(`trap '' INT TERM; ${line}; ${line}`)] }]);
    const terminal = await rig.atTerminal('exec', 'Wait');
    await expect.poll(() => processesRunning(line).length).toBe(1);
    terminal.type(CTRL_C);
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    await expect.poll(() => [...processesRunning(line), ...rig.left()]).toEqual([]);
  });

  test('the line of what runs fits the terminal after it was made narrower', async () => {
    const words = 'a command with rather many words in it, which is longer than forty columns';
    const rig = await rigWith([{ calls: [shell(`read go < gate # ${words}`)] }, { calls: [shell(`true # ${words}`)] }, { text: 'Done.' }]);
    const gate = join(rig.workspace.path, 'gate');
    execFileSync('mkfifo', [gate]);
    const terminal = await rig.atTerminal('exec', 'Wait');
    await terminal.shows('• bash read go');
    await terminal.resize(40, 20);
    await writeFile(gate, 'go\n');
    expect(await terminal.ended).toBe(0);
    const [status = ''] = terminal.sent().split('• bash true').slice(1);
    const shown = stripVTControlCharacters(`• bash true${status.split('\r')[0]}`);
    expect([shown.length, shown.slice(0, 20)]).toEqual([39, '• bash true # a comm']);
  });
});
