import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodePorts } from '../lib/node-ports.ts';
import type { Processes } from '../lib/ports.ts';
import { sweepOrphans } from '../lib/process-sweep.ts';
import { bundleNodeScript } from '../testing/node-script.ts';
import { leftOf } from '../testing/processes-of.ts';
import { createSandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';
import { bubblewrapLauncher } from './launcher.ts';
import { SHELL } from './sandbox.ts';
import type { Slot } from './starter/slot.ts';
import { createStarter, type Starter } from './starter/starter.ts';
import type { StarterLine } from './starter/starter-script.ts';

/**
 * Bubblewrap outside and its first process inside are tied to each other late in the set-up. What is killed before that leaves the other one behind:
 * waiting for ever for a word from outside, or setting the sandbox up to its end and running the command.
 */

const OWNER = 'session';
const KILLS = 120;
/** The longest set-up that counts; kills are spread over a little more than what it takes here. */
const MOST = 100;

let rig: SandboxRig;
let line: StarterLine;
let staged: StarterLine;
beforeEach(async () => {
  rig = await createSandboxRig();
  const decision = await rig.sandbox.decide({ id: OWNER, root: rig.project });
  if (decision.type !== 'sandboxed') throw new Error('there is no sandbox here');
  const { policy } = decision;
  const made = [false, true].flatMap((nests) => {
    const traits = { masks: [], leaked: [], isRoot: process.getuid?.() === 0, nests };
    const launcher = bubblewrapLauncher({
      filter: undefined,
      group: undefined,
      traits,
      programs: { bash: '/usr/bin/bash', nsenter: '/usr/bin/nsenter', isFound: () => true },
    });
    return launcher.waiting?.('bwrap', policy, { argv: SHELL, cwd: rig.project }) ?? [];
  });
  const [plain, inStage] = made;
  if (!plain || !inStage?.stage) throw new Error('there are no starters here');
  [line, staged] = [plain, inStage];
});
afterEach(() => rig.close());

interface KnownStarter extends Starter {
  readonly begun: Promise<unknown>;
  readonly kill: () => void;
}

interface Given {
  readonly line?: StarterLine;
  /** An instance that is gone ends nothing itself. */
  readonly gone?: boolean;
}

function newStarter(given: Given = {}): KnownStarter {
  const { processes } = rig.ports;
  let pid = 0;
  let tell = () => {};
  const begun = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const spawn: Processes['spawn'] = async (spec) => {
    const child = await processes.spawn(spec);
    pid = child.pid;
    tell();
    return child;
  };
  const adopt: Processes['adopt'] = (child) => {
    const kill = processes.adopt(child);
    return given.gone ? () => {} : kill;
  };
  const starter = createStarter(given.line ?? line, { processes: { ...processes, spawn, adopt }, owner: OWNER, label: 'test' });
  return { launch: starter.launch, usable: starter.usable, end: starter.end, begun, kill: () => process.kill(pid, 'SIGKILL') };
}

async function launched(starter: Starter, command?: string): Promise<Slot> {
  const slot = await starter.launch(command);
  if (!slot) throw new Error('there is no starter');
  return slot;
}

/** Milliseconds from where a sandbox has a pid until its command has run. */
async function setUpTime(): Promise<number> {
  const starter = newStarter();
  const slot = await launched(starter);
  await slot.pid;
  const begun = performance.now();
  await slot.ready;
  slot.stdout.resume();
  slot.stderr.resume();
  slot.run('exit 0');
  await slot.exited;
  starter.end();
  return Math.min(performance.now() - begun, MOST);
}

/** The moments at which to kill, in milliseconds after the pid is known, from the first to after the last of a set-up. */
async function moments(count: number): Promise<readonly number[]> {
  const longest = await setUpTime();
  return Array.from({ length: count }, (_, index) => (index / count) * longest);
}

/** Busy, since a timer is no finer than a millisecond. */
function pass(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** The ledger as the next start finds it when this instance is gone. */
async function ledgersOfTheDead(): Promise<string> {
  const folder = join(rig.base, 'steiner', 'state', 'processes');
  const dead = join(rig.base, 'ledgers');
  await mkdir(dead);
  for (const name of await readdir(folder)) {
    const ledger = await readFile(join(folder, name), 'utf8');
    await writeFile(join(dead, name), ledger.replace(/"started":"\d+"/, '"started":"never"'));
  }
  return dead;
}

/**
 * Options under which bubblewrap outside stops in the middle of the set-up, after its first process inside is there and before anything ties the two: it
 * waits for a byte from its error output, a socket to which nobody writes from this side.
 */
const STOPS = ['--unshare-user', '--info-fd', '1', '--userns-block-fd', '2'];

function stopping({ argv: [program = '', ...args], told, ...rest }: StarterLine): StarterLine {
  return {
    ...rest,
    argv: [program, ...STOPS, ...args],
    ...(told && { told: { ...told, argv: [program, ...STOPS, ...told.argv.slice(1)] } }),
  };
}

test.each([undefined, 'sleep 300'])(
  'a call ends when bubblewrap alone is killed in the set-up, and nothing is left: %s',
  async (command) => {
    const starter = newStarter({ line: stopping(line) });
    const slot = await launched(starter, command);
    expect(await slot.ready).toBe(true);
    slot.run('');
    for (const output of [slot.stdout, slot.stderr]) output.resume();
    const pid = await slot.pid;
    if (pid === undefined) throw new Error('there is no bubblewrap');
    process.kill(pid, 'SIGKILL');
    expect(await slot.exited).toEqual({ code: null, signal: 'SIGKILL' });
    starter.end();
    expect(await leftOf(rig.base)).toEqual([]);
  },
);

test('of sandboxes that lose bubblewrap outside while they are set up, the sweep leaves nothing', { timeout: 180_000 }, async () => {
  for (const [index, moment] of (await moments(KILLS)).entries()) {
    const slot = await launched(newStarter({ gone: true }), index % 2 === 0 ? undefined : 'sleep 300');
    const pid = (await slot.pid) ?? 0;
    if (index % 2 === 1) void slot.ready.then(() => slot.run(''));
    pass(moment);
    process.kill(pid, 'SIGKILL');
  }
  await sweepOrphans(await ledgersOfTheDead(), rig.ports.logger);
  expect(await leftOf(rig.base)).toEqual([]);
});

test('of a starter that is killed while it sets a sandbox up, the living instance leaves nothing', { timeout: 180_000 }, async () => {
  for (const [index, moment] of (await moments(KILLS)).entries()) {
    const starter = newStarter({ line: index % 3 === 0 ? staged : line });
    const slot = await launched(starter, index % 2 === 0 ? undefined : 'sleep 300');
    void slot.ready.then(() => slot.run(''));
    pass(moment);
    starter.kill();
    await slot.exited;
  }
  expect(await leftOf(rig.base)).toEqual([]);
});

test('of a starter that is killed while its stage is set up, the living instance leaves nothing', { timeout: 180_000 }, async () => {
  for (const moment of await moments(KILLS)) {
    const starter = newStarter({ line: staged });
    const slot = starter.launch('sleep 300');
    await starter.begun;
    pass(2 * moment);
    starter.kill();
    await (await slot)?.exited;
  }
  expect(await leftOf(rig.base)).toEqual([]);
});

test('of an instance that is killed while it sets sandboxes up, the next start leaves nothing', { timeout: 180_000 }, async () => {
  const script = await bundleNodeScript(new URL('./testing/set-up-process.ts', import.meta.url).pathname, join(rig.base, 'script'));
  const left = [];
  for (let kill = 1; kill <= 10; kill += 1) {
    const instance = script.start(rig.project, rig.home);
    for await (const session of instance.lines) if (Number(session) === kill % 3) break;
    pass(kill);
    instance.kill();
    await instance.exited;
    await createNodePorts({ vars: { HOME: rig.home, STEINER_HOME: `${rig.home}/steiner` } });
    left.push(...(await leftOf(rig.project)));
  }
  expect(left).toEqual([]);
});
