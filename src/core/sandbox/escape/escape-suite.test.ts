import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodePorts } from '../../lib/node-ports.ts';
import type { Ports } from '../../lib/ports.ts';
import { createNoSandbox } from '../none.ts';
import type { SandboxPolicy } from '../sandbox.ts';
import type { Arena } from './arena.ts';
import { ESCAPE_CASES } from './cases/index.ts';
import { runEscapeSuite } from './run-suite.ts';

let home: string;
let ports: Ports;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'steiner-escape-'));
  ports = await createNodePorts({ vars: { ...process.env, STEINER_HOME: home } });
});

afterAll(async () => {
  await ports.processes.close();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

/** The real sandbox with a hole in its policy. */
function withHole(hole: (policy: SandboxPolicy) => Partial<SandboxPolicy>) {
  return (arena: Arena): Arena => ({
    ...arena,
    decide: async (session) => {
      const decision = await arena.decide(session);
      return decision.type === 'sandboxed' ? { ...decision, policy: { ...decision.policy, ...hole(decision.policy) } } : decision;
    },
  });
}

async function brokenThrough(ids: readonly string[], hole: (policy: SandboxPolicy) => Partial<SandboxPolicy>): Promise<readonly string[]> {
  const cases = ESCAPE_CASES.filter(({ id }) => ids.includes(id));
  const suite = await runEscapeSuite({ processes: ports.processes, cases, weaken: withHole(hole) });
  return suite.ok ? suite.value.filter(({ result }) => result === 'broken').map(({ id }) => id) : [suite.error.message];
}

test('there are at least 120 cases, each with a name of its own', () => {
  expect(new Set(ESCAPE_CASES.map(({ id }) => id)).size).toBe(ESCAPE_CASES.length);
  expect(ESCAPE_CASES.length).toBeGreaterThanOrEqual(120);
});

test('nothing gets out of the sandbox', { timeout: 600_000 }, async () => {
  const suite = await runEscapeSuite({ processes: ports.processes });
  if (!suite.ok) throw new Error(suite.error.message);
  expect(suite.value.filter(({ result }) => result === 'broken')).toEqual([]);
  expect(suite.value.map(({ id }) => id)).toEqual(ESCAPE_CASES.map(({ id }) => id));
  expect(suite.value.filter(({ result, detail }) => result === 'not-applicable' && !detail)).toEqual([]);
  expect(suite.value.filter(({ result }) => result === 'held').length).toBeGreaterThanOrEqual(120);
});

test.each<[string, readonly string[], (policy: SandboxPolicy) => Partial<SandboxPolicy>]>([
  ['secrets are not hidden', ['secret-npmrc', 'socket-bus', 'secret-search'], () => ({ unreadable: [] })],
  ['hooks can be filled', ['hook-add', 'hook-replace'], () => ({ sealed: [] })],
  ['config can be written', ['config-fsmonitor', 'config-append'], () => ({ readOnly: [] })],
  [
    'forbidden files and links stay',
    ['config-commondir', 'config-worktree-file', 'state-link-message'],
    () => ({ forbidden: [], absent: [], linkFree: [] }),
  ],
  ['a new repository is left as it is', ['fresh-config', 'fresh-hook'], ({ watch }) => (watch ? { watch: { ...watch, places: [] } } : {})],
  ['the network is shared', ['off-loopback', 'off-namespace', 'off-interfaces'], () => ({ network: 'host' })],
  ['more can be written', ['write-new', 'link-file', 'write-delete'], ({ root }) => ({ writable: [join(root, '..')] })],
  ['a planned project is writable', ['plan-write', 'plan-delete', 'plan-git-add'], () => ({ rootWritable: true })],
  ['files may be large', ['limit-file'], ({ limits }) => ({ limits: { ...limits, fileBytes: 64 * 1024 ** 3 } })],
])('the suite notices when %s', async (_name, ids, hole) => {
  expect(await brokenThrough(ids, hole)).toEqual(ESCAPE_CASES.filter(({ id }) => ids.includes(id)).map(({ id }) => id));
});

test('without a sandbox the suite fails as a whole', async () => {
  const off = createNoSandbox({
    processes: ports.processes,
    env: {},
    makeTmp: () => Promise.resolve(home),
    removeTmp: () => Promise.resolve(),
  });
  const suite = await runEscapeSuite({ processes: ports.processes, weaken: (arena) => ({ ...arena, sandbox: off }) });
  expect(suite).toMatchObject({ ok: false, error: { message: 'The sandbox is off: commands run with all your rights.' } });
});
