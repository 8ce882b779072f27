import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { identityOf, isRunning } from '../../lib/process-identity.ts';
import { createSandboxRig, type SandboxRig } from '../../testing/sandbox-rig.ts';

const ADDRESS = '127.0.0.3';
const HOSTS = { 'good.test': [ADDRESS], 'two.test': ['127.0.0.4', ADDRESS], 'bad.test': ['127.0.0.1'] };

let rig: SandboxRig;
let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rig.sandbox.release('session');
  await rig.close();
});

async function start(): Promise<number> {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.end(`${request.method} ${request.headers.host?.split(':')[0]} ${Buffer.concat(parts).length}\n`));
  });
  server.listen(0, ADDRESS);
  await once(server, 'listening');
  const allowed = ['good.test', 'two.test', 'bad.test', 'none.test', ADDRESS];
  rig = await createSandboxRig({ config: { sandbox: { network: 'allowlist', allowed_hosts: allowed } }, hosts: HOSTS });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function deniedBy(command: string): Promise<readonly string[]> {
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  const { stdout, stderr } = await rig.run(command);
  return rig.sandbox.explain(decision, { command, output: stdout + stderr });
}

test('programs reach allowed hosts through the proxy in their environment, with whole bodies', async () => {
  const port = await start();
  const body = 'head -c 300000 /dev/zero';
  const result = await rig.run(
    `curl -sS http://good.test:${port}/; ${body} | curl -sS --data-binary @- http://two.test:${port}/; curl -sS --proxytunnel http://good.test:${port}/; curl -sS --proxy "$all_proxy" http://good.test:${port}/`,
  );
  expect(result).toEqual({ code: 0, stdout: 'GET good.test 0\nPOST two.test 300000\nGET good.test 0\nGET good.test 0\n', stderr: '' });
});

test('a refused host is named to the person and the model, once', async () => {
  await start();
  expect(await deniedBy('curl -s http://evil.test/; curl -s https://evil.test/; true')).toEqual([
    'The sandbox denied evil.test: not among `sandbox.allowed_hosts`. Work without it, or ask the person to allow it.',
  ]);
  expect(await deniedBy('true')).toEqual([]);
});

test('an allowed name does not lead to a private address, and a name without one is unreachable', async () => {
  const port = await start();
  const result = await rig.run(`curl -sS http://bad.test:${port}/; curl -sS http://none.test/`);
  expect(result.stdout).toBe(
    'Denied by the sandbox: bad.test leads to a private address that is not among sandbox.allowed_hosts\nnone.test has no address\n',
  );
});

test('commands of a session share their loopback with each other and not with other sessions', async () => {
  await start();
  const serve = `node -e 'require("net").createServer((s)=>s.end("mine\\n")).listen(4000,"127.0.0.1")' & for i in $(seq 600); do (exec 3<> /dev/tcp/127.0.0.1/4000 && cat <&3) 2> /dev/null && break; sleep 0.05; done`;
  const other = rig.run('for i in $(seq 5); do exec 3<> /dev/tcp/127.0.0.1/4000 && cat <&3; done', { id: 'other' });
  const [mine, theirs] = await Promise.all([rig.run(`${serve}; kill %1`), other]);
  await rig.sandbox.release('other');
  expect([mine.stdout, theirs.stdout]).toEqual(['mine\n', '']);
});

test('a network whose process died is made anew', async () => {
  const port = await start();
  const first = await rig.sandbox.decide({ id: 'session', root: rig.project });
  if (first.type !== 'sandboxed' || first.policy.networkOwner === undefined) throw new Error('no network');
  process.kill(first.policy.networkOwner, 'SIGKILL');
  await rig.ports.processes.killOwner('network of session');
  expect((await rig.run(`curl -sS http://good.test:${port}/`)).stdout).toBe('GET good.test 0\n');
});

test('nothing of a network is left after its session', async () => {
  await start();
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  if (decision.type !== 'sandboxed') throw new Error('no sandbox');
  const owner = await identityOf(decision.policy.networkOwner ?? 0);
  if (!owner) throw new Error('no network');
  await rig.sandbox.release('session');
  // It dies with the process above it, a moment after that one.
  await expect.poll(() => isRunning(owner)).toBe(false);
});
