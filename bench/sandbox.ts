import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandboxRig, type SandboxRig } from '../src/core/testing/sandbox-rig.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';

const RUNS = 40;
/** What is allowed over the plain line. */
const FACTOR = 1.3;
/** How long the model answers, milliseconds. */
const ANSWER = 50;
const SHELL = ['bash', '--noprofile', '--norc', '-c'] as const;
const PLAIN = ['--die-with-parent', '--new-session', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];

/** One command in the sandbox, against the shortest bubblewrap line with the same namespaces and against no sandbox at all. They take turns. */
export async function benchSandbox(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const network of ['off', 'host', 'allowlist'] as const) {
    const rig = await createSandboxRig({ config: { sandbox: { network } } });
    rows.push(await oneCommand(rig, network), await preparedCommand(rig, network));
    await rig.sandbox.release('bench');
    await rig.close();
  }
  return rows;
}

/** From the decision to the end of the command; nothing was prepared. */
async function oneCommand(rig: SandboxRig, network: string): Promise<Row> {
  const share = network === 'host' ? ['--share-net'] : [];
  const line = ['--unshare-all', ...share, ...PLAIN, '--bind', rig.project, rig.project, '--chdir', rig.project, '--', ...SHELL, 'true'];
  const [ours, bare] = await takeTurns(
    () => timed(() => runOurs(rig)),
    () => timed(() => ended(spawn('bwrap', line, { stdio: ['ignore', 'pipe', 'pipe'] }))),
  );
  const target = network === 'allowlist' ? {} : { target: atMost(FACTOR * bare) };
  return { figure: `one command in the sandbox, network ${network}, median`, unit: 'ms', ours, bare, ...target };
}

/** From the call to the first output, with a sandbox that was prepared while a model answered. */
async function preparedCommand(rig: SandboxRig, network: string): Promise<Row> {
  const { sandbox, project: root } = rig;
  const place = { cwd: root, owner: 'bench', label: 'bench' };
  const [ours, bare] = await takeTurns(
    async () => {
      sandbox.prepare(await sandbox.decide({ id: 'bench', root }), place);
      await pause(ANSWER);
      return untilOutput(async () => sandbox.start(await sandbox.decide({ id: 'bench', root }), { ...place, text: 'echo' }));
    },
    async () => {
      await pause(ANSWER);
      return untilOutput(async () => spawn(SHELL[0], [...SHELL.slice(1), 'echo'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }));
    },
  );
  const figure = `call to first output, sandbox prepared in a pause of ${ANSWER} ms, network ${network}, against bash alone`;
  return { figure, unit: 'ms', ours, bare, target: atMost(bare) };
}

async function takeTurns(our: () => Promise<number>, plain: () => Promise<number>): Promise<readonly [number, number]> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let run = 0; run <= RUNS; run += 1) {
    const times = [await our(), await plain()] as const;
    if (run === 0) continue;
    ours.push(times[0]);
    bare.push(times[1]);
  }
  return [median(ours), median(bare)];
}

async function runOurs({ sandbox, project }: SandboxRig): Promise<void> {
  const decision = await sandbox.decide({ id: 'bench', root: project });
  const child = await sandbox.start(decision, { text: 'true', cwd: project, owner: 'bench', label: 'bench' });
  child.stdout.resume();
  child.stderr.resume();
  await child.exited;
  sandbox.settle(decision);
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  child.stderr?.resume();
  await once(child, 'close');
}

async function untilOutput(start: () => Promise<Pick<ChildProcess, 'stdout' | 'stderr'>>): Promise<number> {
  const began = performance.now();
  const { stdout, stderr } = await start();
  stderr?.resume();
  if (!stdout) throw new Error('a command was started without pipes');
  await once(stdout, 'data');
  const took = performance.now() - began;
  stdout.resume();
  await once(stdout, 'close');
  return took;
}

async function timed(step: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}
