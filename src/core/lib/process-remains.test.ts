import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { createRandomIds } from './ids.ts';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts';
import { ProcessLedger } from './process-ledger.ts';
import { MARK } from './process-remains.ts';
import { sweepOrphans } from './process-sweep.ts';

/** Each line starts one process that prints its name and pid once it has the line and the environment that count; then the leader is killed. */
const LEADER = `
echo leader $$
sleep 300 & echo member $!
setsid sh -c 'exec sh -c "echo sandbox \\$\\$; read -r _" ${MARK}' < "$1" &
setsid sh -c 'echo elsewhere $$; exec sleep 300' &
set -m
sleep 300 & echo own-group $!
env -u ${MARK} sh -c 'echo unmarked $$; exec sleep 300' &
setsid sh -c 'echo bare $$; exec env -i sleep 300' &
${MARK}=of-another-1 sh -c 'echo another $$; exec sleep 300' &
wait`;
const COUNT = 8;

async function startLeader(mark: string): Promise<ReadonlyMap<string, ProcessIdentity>> {
  const env = { PATH: process.env.PATH, [MARK]: mark };
  const leader = spawn('bash', ['-c', LEADER, 'bash', '/dev/zero'], { detached: true, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const found = new Map<string, ProcessIdentity>();
  for await (const line of createInterface(leader.stdout)) {
    const [name = '', pid] = line.split(' ');
    const identity = await identityOf(Number(pid));
    if (identity) found.set(name, identity);
    if (found.size === COUNT) break;
  }
  leader.kill('SIGKILL');
  await once(leader, 'exit');
  return found;
}

/** Those that still run when these are gone, or after far longer than a killed process takes for it. */
async function leftOnce(gone: readonly string[], started: ReadonlyMap<string, ProcessIdentity>): Promise<readonly string[]> {
  for (let look = 0; ; look += 1) {
    const left: string[] = [];
    for (const [name, identity] of started) if (await isRunning(identity)) left.push(name);
    if (look === 20_000 || !gone.some((name) => left.includes(name))) return left.sort();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test.runIf(process.platform === 'linux')('of a leader that died before its instance did, only what carries the mark is ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-remains-'));
  const ids = createRandomIds();
  const logger = { log: () => {} };
  const boot = (await identityOf(process.pid))?.boot ?? '';
  const ledger = new ProcessLedger({ folder, self: { pid: 1, started: '0', boot }, ids, logger });
  const started = await startLeader(`${ledger.mark()}-1`);
  const { pid = 0, started: since = '' } = started.get('leader') ?? {};
  ledger.born({ pid, started: since, owner: 'test', label: 'leader' });
  const count = await sweepOrphans(folder, logger);
  const left = await leftOnce(['leader', 'member', 'sandbox', 'own-group'], started);
  for (const identity of started.values()) if (await isRunning(identity)) process.kill(identity.pid, 'SIGKILL');
  await rm(folder, { recursive: true, maxRetries: 10 });
  expect({ count, left }).toEqual({ count: 3, left: ['another', 'bare', 'elsewhere', 'unmarked'] });
});
