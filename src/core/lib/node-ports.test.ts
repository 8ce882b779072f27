import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleNodeScript, type NodeScript } from '../testing/node-script.ts';
import { createNodePorts } from './node-ports.ts';
import { releasePipes } from './node-processes.ts';
import type { Ports, ProcessSpec } from './ports.ts';
import { identityOf, isRunning } from './process-identity.ts';
import { ProcessLedger } from './process-ledger.ts';
import { sweepOrphans } from './process-sweep.ts';

let folder: string;
let ports: Ports;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-ports-'));
  ports = await createNodePorts({ vars: { STEINER_HOME: join(folder, 'home') } });
});

afterAll(async () => {
  await ports.processes.close();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

function shell(script: string, more: Partial<ProcessSpec> = {}): ProcessSpec {
  const env = { PATH: process.env.PATH ?? '' };
  return { command: 'sh', args: ['-c', script], cwd: '/', env, owner: 'test', label: 'a test command', ...more };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  const [chunk] = await once(stream, 'data');
  return String(chunk).trim();
}

async function alive(pid: number): Promise<boolean> {
  const identity = await identityOf(pid);
  return identity !== undefined && isRunning(identity);
}

/** A killed process takes a moment to be gone. False when it is still there after far longer than that. */
async function ends(pid: number): Promise<boolean> {
  for (let look = 0; look < 20_000; look += 1) {
    if (!(await alive(pid))) return true;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return false;
}

describe('processes', () => {
  test('output, input, exit code and environment are those of the spec', async () => {
    const child = await ports.processes.spawn(
      shell('cat; echo "$X" >&2; exit 7', { stdin: 'pipe', env: { PATH: '/usr/bin:/bin', X: 'y' } }),
    );
    child.stdin?.end('in');
    const [out, error, exit] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
    expect({ out, error, exit }).toEqual({ out: 'in', error: 'y\n', exit: { code: 7, signal: null } });
  });

  test('an extra descriptor is inherited as 3', async () => {
    const file = await open(join(folder, 'three'), 'w+');
    const child = await ports.processes.spawn(shell('echo hello >&3', { descriptors: [file.fd] }));
    await child.exited;
    await file.close();
    expect(await readFile(join(folder, 'three'), 'utf8')).toBe('hello\n');
  });

  test.each([
    ['ENOENT', '/nowhere/at/all'],
    ['EACCES', '/etc/passwd'],
  ])('what cannot be started rejects with %s', async (code, command) => {
    await expect(ports.processes.spawn(shell('', { command }))).rejects.toMatchObject({ code });
  });

  test('kill ends the whole group, and again does nothing', async () => {
    const child = await ports.processes.spawn(shell('sleep 300 & echo $!; wait'));
    const grandchild = Number(await firstLine(child.stdout));
    child.kill();
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
    child.kill();
    expect(await ends(grandchild)).toBe(true);
  });

  test('what a command leaves in its group ends with it', async () => {
    const child = await ports.processes.spawn(shell('sleep 300 & echo $!'));
    const left = Number((await text(child.stdout)).trim());
    expect({ exit: await child.exited, ends: await ends(left) }).toEqual({ exit: { code: 0, signal: null }, ends: true });
  });

  test('a descendant that left the group cannot keep the exit open by holding the pipes', async () => {
    const child = await ports.processes.spawn(shell("setsid sh -c 'echo $$; exec sleep 300' & read go", { stdin: 'pipe' }));
    const runaway = Number(await firstLine(child.stdout));
    child.stdin?.end('go\n');
    const exit = await child.exited;
    const survived = await alive(runaway);
    if (survived) process.kill(runaway, 'SIGKILL');
    expect({ exit, survived }).toEqual({ exit: { code: 0, signal: null }, survived: true });
  });

  test('what a pipe holds is read before it is closed, also by a program that was busy all the time', async () => {
    const written = join(folder, 'written');
    const holder = spawn('sh', ['-c', 'echo late; : > "$1"; exec sleep 300', 'sh', written], { stdio: ['ignore', 'pipe', 'ignore'] });
    const begun = performance.now();
    const closed = once(holder.stdout, 'close');
    const pieces: string[] = [];
    holder.stdout.on('data', (piece) => pieces.push(String(piece)));
    releasePipes([holder.stdout], once(holder, 'exit'), () => false);
    while (!existsSync(written) || performance.now() - begun < 500);
    await closed;
    holder.kill('SIGKILL');
    expect(pieces).toEqual(['late\n']);
  });

  test('an owner is killed without touching the others', async () => {
    const spawned = await Promise.all(['a', 'a', 'b'].map((owner) => ports.processes.spawn(shell('sleep 300', { owner }))));
    await ports.processes.killOwner('a');
    expect(await Promise.all(spawned.map(({ pid }) => alive(pid)))).toEqual([false, false, true]);
    await ports.processes.killOwner('b');
    expect(await Promise.all(spawned.map(({ exited }) => exited))).toEqual(spawned.map(() => ({ code: null, signal: 'SIGKILL' })));
  });

  test('closing ends everything, refuses more, and leaves no ledger', async () => {
    const own = await createNodePorts({ vars: { STEINER_HOME: join(folder, 'closing') } });
    const ledgers = join(own.paths.state, 'processes');
    const child = await own.processes.spawn(shell('sleep 300'));
    const during = (await readdir(ledgers)).length;
    await own.processes.close();
    expect({ during, after: await readdir(ledgers), alive: await alive(child.pid) }).toEqual({ during: 1, after: [], alive: false });
    await expect(own.processes.spawn(shell('true'))).rejects.toMatchObject({ code: 'ECANCELED' });
  });

  test('a ledger that cannot be written does not keep commands from running', async () => {
    const home = join(folder, 'no-ledger');
    await mkdir(join(home, 'state'), { recursive: true });
    await writeFile(join(home, 'state', 'processes'), 'a file in the place of the folder');
    const own = await createNodePorts({ vars: { STEINER_HOME: home } });
    const child = await own.processes.spawn(shell('exit 3'));
    expect(await child.exited).toEqual({ code: 3, signal: null });
    await own.processes.close();
  });
});

describe('after a crash', () => {
  let instance: NodeScript;

  beforeAll(async () => {
    instance = await bundleNodeScript(new URL('./testing/instance-process.ts', import.meta.url).pathname, join(folder, 'script'));
  });

  async function startInstance(home: string, count: number): Promise<{ readonly sleepers: number[]; readonly crash: () => Promise<void> }> {
    const running = instance.start(home, String(count));
    const sleepers: number[] = [];
    for await (const line of running.lines) {
      sleepers.push(Number(line));
      if (sleepers.length === count) break;
    }
    return {
      sleepers,
      crash: async () => {
        running.kill();
        await running.exited;
      },
    };
  }

  test('the next start ends what a dead instance left, and nothing of a living one', async () => {
    const home = join(folder, 'crash');
    const [dead, living] = await Promise.all([startInstance(home, 3), startInstance(home, 2)]);
    await dead.crash();
    const before = await Promise.all(dead.sleepers.map(alive));
    await createNodePorts({ vars: { STEINER_HOME: home } });
    const [swept, spared] = [await Promise.all(dead.sleepers.map(ends)), await Promise.all(living.sleepers.map(alive))];
    await living.crash();
    await createNodePorts({ vars: { STEINER_HOME: home } });
    expect({ before, swept, spared }).toEqual({ before: [true, true, true], swept: [true, true, true], spared: [true, true] });
    expect(await Promise.all(living.sleepers.map(ends))).toEqual([true, true]);
    expect(await readdir(join(home, 'state', 'processes'))).toEqual([]);
  });

  test('a process with the same pid but another start time is left alone', async () => {
    const bystander = await ports.processes.spawn(shell('sleep 300'));
    const ledgers = join(folder, 'ledgers');
    const dead = { pid: process.pid, started: 'never', boot: (await identityOf(process.pid))?.boot ?? '' };
    const ledger = new ProcessLedger({ folder: ledgers, self: dead, ids: ports.ids, logger: ports.logger });
    ledger.born({ pid: bystander.pid, started: 'another time', owner: 'test', label: 'reused' });
    expect(await sweepOrphans(ledgers, ports.logger)).toBe(0);
    expect({ files: await readdir(ledgers), alive: await alive(bystander.pid) }).toEqual({ files: [], alive: true });
    bystander.kill();
    await bystander.exited;
  });

  test('a ledger with a cut last line is swept as far as it goes', async () => {
    const orphan = await ports.processes.spawn(shell('sleep 300'));
    const self = await identityOf(orphan.pid);
    const ledgers = join(folder, 'cut');
    const ledger = new ProcessLedger({
      folder: ledgers,
      self: { pid: 1, started: 'never', boot: self?.boot ?? '' },
      ids: ports.ids,
      logger: ports.logger,
    });
    ledger.born({ pid: orphan.pid, started: self?.started ?? '', owner: 'test', label: 'orphan' });
    await appendFile(join(ledgers, (await readdir(ledgers))[0] ?? ''), '{"type":"bo');
    expect(await sweepOrphans(ledgers, ports.logger)).toBe(1);
    expect(await orphan.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });
});

test('creating the ports writes nothing', async () => {
  const home = join(folder, 'untouched');
  await createNodePorts({ vars: { STEINER_HOME: home } });
  expect(existsSync(home)).toBe(false);
});
