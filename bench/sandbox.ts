import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createSandboxRig, type SandboxRig } from '../src/core/testing/sandbox-rig.ts';
import { median } from './lib/figures.ts';
import { atMost, type Row } from './lib/report.ts';

const RUNS = 40;
/** What is allowed over the plain line. */
const FACTOR = 1.3;
const SHELL = ['bash', '--noprofile', '--norc', '-c', 'true'] as const;
const PLAIN = ['--die-with-parent', '--new-session', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];

/** One command in the sandbox, from the decision to its end, against the shortest bubblewrap line with the same namespaces. They take turns. */
export async function benchSandbox(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const network of ['off', 'host', 'allowlist'] as const) {
    const rig = await createSandboxRig({ config: { sandbox: { network } } });
    const [ours, plain] = await takeTurns(rig, network === 'host' ? ['--share-net'] : []);
    await rig.sandbox.release('bench');
    await rig.close();
    const target = network === 'allowlist' ? {} : { target: atMost(FACTOR * plain) };
    rows.push({ figure: `one command in the sandbox, network ${network}, median`, unit: 'ms', ours, bare: plain, ...target });
  }
  return rows;
}

async function takeTurns(rig: SandboxRig, share: readonly string[]): Promise<readonly [number, number]> {
  const ours: number[] = [];
  const plain: number[] = [];
  const line = ['--unshare-all', ...share, ...PLAIN, '--bind', rig.project, rig.project, '--chdir', rig.project, '--', ...SHELL];
  for (let run = 0; run <= RUNS; run += 1) {
    const times = [await timed(() => runOurs(rig)), await timed(() => runPlain(line))] as const;
    if (run === 0) continue;
    ours.push(times[0]);
    plain.push(times[1]);
  }
  return [median(ours), median(plain)];
}

async function runOurs({ sandbox, project, ports }: SandboxRig): Promise<void> {
  const decision = await sandbox.decide({ id: 'bench', root: project });
  const child = await ports.processes.spawn(sandbox.wrap(decision, { argv: SHELL, cwd: project, owner: 'bench', label: 'bench' }));
  child.stdout.resume();
  child.stderr.resume();
  await child.exited;
  sandbox.settle(decision);
}

async function runPlain(line: readonly string[]): Promise<void> {
  const child = spawn('bwrap', line, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, 'close');
}

async function timed(step: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}
