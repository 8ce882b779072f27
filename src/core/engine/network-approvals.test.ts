import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApprovalDecision } from '../../shared/approvals.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { OpenProjectOptions, Project } from '../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, serverConfig, value } from '../testing/engine-rig.ts';
import type { Reply, Script } from '../testing/model-script.ts';

/** Of the loopback, but none that programs are told to reach around the proxy. */
const ADDRESS = '127.0.0.3';

let server: Server;
let url: string;
let rig: EngineRig;
beforeEach(async () => {
  server = createServer((_request, response) => void response.end('hello\n'));
  server.listen(0, ADDRESS);
  await once(server, 'listening');
  const address = server.address();
  url = `${ADDRESS}:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(async () => {
  await rig.close();
  server.closeAllConnections();
  server.close();
});

const config = (more = '') => ({ config: (at: string) => `${serverConfig(at)}sandbox: { network: allowlist }\n${more}` });
const fetches = (more = '-sS'): Reply => ({ calls: [{ name: 'bash', arguments: { command: `curl ${more} http://${url}/` } }] });
const DONE: Reply = { text: 'ok' };

async function begin(script: Script, more = '', options: OpenProjectOptions = {}) {
  rig = await createEngineRig({ script, ...config(more) });
  const project = await rig.open(options);
  const session = value(await project.createSession({})).summary.id;
  return { project, turn: () => runPrompt(rig, project, session, 'go'), session };
}

function answering(project: Project, decision: ApprovalDecision): void {
  project.listen((upward) => {
    for (const { event, session } of upward.type === 'events' ? upward.events : []) {
      if (event.type !== 'approval.start') continue;
      void project.command({ type: 'approval.answer', session: session as SessionId, approval: event.approval.id, decision });
    }
  });
}

const asked = () => rig.events.items.filter((event) => event.type === 'approval.start').length;
const results = () => rig.events.items.flatMap((event) => (event.type === 'tool.end' ? [event.text] : []));

async function audit(): Promise<readonly string[]> {
  const log = await readFile(join(rig.workspace.home, 'state', 'approvals', 'audit.jsonl'), 'utf8');
  const lines = log.trim().split('\n');
  return lines.map((line) => JSON.parse(line)).map(({ kind, subject, decision, source }) => `${kind} ${subject} ${decision} ${source}`);
}

test('allowed for the session, a host is asked about once, and both times it is written down', async () => {
  const { project, turn } = await begin([fetches(), fetches(), DONE]);
  answering(project, { type: 'allow_session' });
  await turn();
  expect({ results: results(), asked: asked() }).toEqual({ results: ['exit_code 0\nhello', 'exit_code 0\nhello'], asked: 1 });
  await expect.poll(audit).toEqual([`network ${url} allow_session person`, `network ${url} allow_once rule`]);
});

test('a project rule made of the question answers in every later session', async () => {
  const { project, turn } = await begin([fetches(), DONE, fetches(), DONE]);
  answering(project, { type: 'allow_project', pattern: ADDRESS });
  await turn();
  const later = value(await project.createSession({})).summary.id;
  await runPrompt(rig, project, later, 'again');
  expect({ results: results(), asked: asked() }).toEqual({ results: ['exit_code 0\nhello', 'exit_code 0\nhello'], asked: 1 });
  expect(value(await project.approvals.rules()).map(({ kind, access, pattern }) => [kind, access, pattern])).toEqual([
    ['network', 'connect', ADDRESS],
  ]);
});

test('where nobody can be asked it is refused, and the model is told why', async () => {
  const { turn } = await begin([fetches('-sSf'), DONE], '', { approvals: 'refuse' });
  await turn();
  expect(results()[0]).toContain(`The connection to ${url} was not allowed. Reason: Nobody can be asked here, so it was refused.`);
  await expect.poll(audit).toEqual([`network ${url} deny unattended`]);
});

test('what nobody answers in time is refused, and an answer after that changes nothing', async () => {
  const { project, session, turn } = await begin([fetches('-sSf'), DONE], 'approvals: { timeout: 50ms }\n');
  await turn();
  expect(results()[0]).toContain(`The connection to ${url} was not allowed. Reason: Nobody answered within`);
  const [late] = rig.events.items.flatMap((event) => (event.type === 'approval.start' ? [event.approval.id] : []));
  if (late === undefined) throw new Error('nobody was asked');
  const answer = await project.command({ type: 'approval.answer', session, approval: late, decision: { type: 'allow_once' } });
  expect(answer).toMatchObject({ ok: false, error: { message: 'That question no longer waits.' } });
  await expect.poll(audit).toEqual([`network ${url} deny timeout`]);
});

test('stopping the turn withdraws the question, and the command that waited is gone', async () => {
  const { project, session, turn } = await begin([fetches()]);
  const ended = turn();
  await rig.events.waitFor((event) => event.type === 'approval.start');
  value(await project.command({ type: 'stop', session }));
  expect((await ended).stop).toBe('cancelled');
  await expect.poll(audit).toEqual([`network ${url} deny stopped`]);
});
