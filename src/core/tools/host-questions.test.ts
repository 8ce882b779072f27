import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { ApprovalDecision } from '../../shared/approvals.ts';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';

const ADDRESS = '127.0.0.3';
const HOSTS = { 'new.test': [ADDRESS], 'other.test': [ADDRESS], 'inner.test': ['127.0.0.4'] };
const ONCE: ApprovalDecision = { type: 'allow_once' };

let rig: ToolRig;
let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rig.tools.close();
  await rig.close();
});

async function start(): Promise<number> {
  server = createServer((request, response) => void response.end(`${request.headers.host?.split(':')[0]}\n`));
  server.listen(0, ADDRESS);
  await once(server, 'listening');
  rig = await createToolRig({ config: { sandbox: { network: 'allowlist', allowed_hosts: [ADDRESS] } }, hosts: HOSTS });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const bash = (command: string, more: object = {}) => rig.call('bash', { command, ...more });
const subjects = () => rig.asked.map(({ kind, access, subject }) => `${kind} ${access} ${subject}`);

test('a connection waits for the answer and goes on when it is allowed, which counts for that command only', async () => {
  const port = await start();
  rig.answer = ONCE;
  const command = `curl -sS http://new.test:${port}/; curl -sS --proxytunnel http://new.test:${port}/; curl -sS -x "$all_proxy" http://new.test:${port}/`;
  expect((await bash(command)).text).toBe('exit_code 0\nnew.test\nnew.test\nnew.test');
  expect(rig.asked).toEqual([
    {
      kind: 'network',
      tool: 'bash',
      subject: `new.test:${port}`,
      access: 'connect',
      reason: 'new.test is not among sandbox.allowed_hosts.',
      preview: command,
      permanent: 'Add the host to `sandbox.allowed_hosts` in the configuration.',
    },
  ]);
  await bash(`curl -sS http://new.test:${port}/`);
  expect(subjects()).toEqual([`network connect new.test:${port}`, `network connect new.test:${port}`]);
});

test('the model is told what the person said, also by a command that went on without; a retry is not asked about again', async () => {
  const port = await start();
  rig.answer = { type: 'deny', reason: 'use the mirror' };
  const refused = 'The connection to new.test:80 was not allowed. Reason: use the mirror';
  expect((await bash('curl -sSf http://new.test/')).text).toContain(refused);
  expect((await bash('curl -s http://new.test/; curl -s -o body http://new.test/; cat body; true')).text).toBe(
    `exit_code 0\nDenied by the sandbox: ${refused}\nDenied by the sandbox: ${refused}\n${refused}`,
  );
  expect(subjects()).toEqual(['network connect new.test:80', 'network connect new.test:80']);
  expect((await bash(`curl -sS http://${ADDRESS}:${port}/`)).text).toBe(`exit_code 0\n${ADDRESS}`);
});

test('which hosts were refused is part of what the person sees of the call, also where it ended well', async () => {
  const port = await start();
  const refused = await bash('curl -s http://new.test/; curl -s http://other.test/; curl -s http://new.test/; true');
  expect(refused.detail).toMatchObject({ kind: 'bash', exitCode: 0, refusedHosts: ['new.test', 'other.test'] });
  rig.answer = ONCE;
  expect((await bash(`curl -sS http://new.test:${port}/`)).detail).not.toHaveProperty('refusedHosts');
});

test('a name that leads into a private network is asked about once more, with its address', async () => {
  await start();
  rig.answer = ONCE;
  expect((await bash('curl -sS http://inner.test:9/')).text).toContain('inner.test port 9 cannot be reached (ECONNREFUSED)');
  expect(rig.asked.map(({ subject, reason }) => `${subject}: ${reason}`)).toEqual([
    'inner.test:9: inner.test is not among sandbox.allowed_hosts.',
    '127.0.0.4:9: inner.test leads to a private address that is not among sandbox.allowed_hosts.',
  ]);
  rig.asked.length = 0;
  rig.answer = { type: 'deny' };
  await bash('curl -sS http://10.1.2.3:9/; true');
  expect(rig.asked.map(({ reason }) => reason)).toEqual(['10.1.2.3 is a private address that is not among sandbox.allowed_hosts.']);
});

test('while a person is asked the time of the command stands still', async () => {
  const port = await start();
  rig.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_200));
    return ONCE;
  };
  expect((await bash(`curl -sS http://new.test:${port}/`, { timeout_seconds: 5 })).text).toBe('exit_code 0\nnew.test');
});

test('a background command is asked about after its call, is named, and its question ends with it', async () => {
  await start();
  const asking = new Promise<AbortSignal | undefined>((resolve) => {
    rig.answer = (over) => {
      resolve(over);
      return new Promise((settle) => over?.addEventListener('abort', () => settle({ type: 'deny' }), { once: true }));
    };
  });
  await bash('while [ ! -e go ]; do sleep 0.01; done; curl -sS http://new.test/', { background: true });
  await rig.run('touch go');
  const over = await asking;
  expect([over?.aborted, rig.asked[0]?.preview]).toEqual([false, 'while [ ! -e go ]; do sleep 0.01; done; curl -sS http://new.test/']);
  await rig.call('bash_kill', { id: 'bg_1' });
  await expect.poll(() => over?.aborted).toBe(true);
});

test('closing the session withdraws what waits', async () => {
  await start();
  const asking = new Promise<void>((resolve) => {
    rig.answer = (over) => {
      resolve();
      return new Promise((settle) => over?.addEventListener('abort', () => settle({ type: 'deny' }), { once: true }));
    };
  });
  await bash('curl -sS http://new.test/', { background: true });
  await asking;
  await rig.tools.close();
  expect((await rig.sandbox.ready()).state).toBe('active');
});
