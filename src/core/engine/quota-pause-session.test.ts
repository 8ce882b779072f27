import { afterEach, expect, it } from 'vitest';
import type { SessionId } from '../../shared/ids.ts';
import type { Project } from '../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import type { Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const config = (url: string) => `providers:
  local: { type: openai_compat, base_url: "${url}" }
models:
  profiles: { default: { default_model: local/tiny } }
`;

/** A limit that is reset so many seconds from now. */
function limit(seconds: number): Reply {
  return { status: 429, body: { error: { type: 'usage_limit_reached', message: 'all used', resets_in_seconds: seconds } } };
}

it('a turn at the limit stops without a retry, says when it goes on, and the list of sessions too', async () => {
  rig = await createEngineRig({ script: [limit(7_200)], config });
  const project = await rig.open({ window: true });
  const { summary } = value(await project.createSession({}));
  const before = Date.now();
  const end = await runPrompt(rig, project, summary.id, 'Hi');
  const [listed] = await project.listSessions();
  expect([end.stop, rig.server.requests.length, listed?.resumesAt]).toEqual(['usage_limit', 1, end.resumesAt]);
  expect(end.resumesAt).toBeGreaterThanOrEqual(before + 7_200_000);
});

it('it goes on by itself after a restart, without anybody opening it', async () => {
  const clock = new ManualClock(Date.now());
  rig = await createEngineRig({ script: [limit(7_200), { text: 'Went on.' }], config, ports: { clock } });
  const project = await rig.open({ window: true });
  const { summary } = value(await project.createSession({}));
  await runPrompt(rig, project, summary.id, 'Hi');
  await rig.restart();
  await clock.advance(3 * 3_600_000);
  const again = await rig.open({ window: true });
  await again.listSessions();
  await rig.events.waitFor((event) => event.type === 'turn.end' && event.stop === 'complete');
  expect(rig.server.requests).toHaveLength(2);
});

it('a person can keep it stopped, also over a restart; on the command line it never waits', async () => {
  rig = await createEngineRig({ script: [limit(7_200), limit(7_200)], config });
  const project = await rig.open({ window: true });
  const { summary } = value(await project.createSession({}));
  await runPrompt(rig, project, summary.id, 'Hi');
  value(await project.command({ type: 'pause.cancel', session: summary.id }));
  await expect.poll(async () => (await project.listSessions())[0]?.resumesAt).toBe(undefined);
  await rig.restart();
  const terminal = await rig.open({});
  expect((await terminal.listSessions()).map(({ resumesAt }) => resumesAt)).toEqual([undefined]);
  const other = value(await terminal.createSession({}));
  await runPrompt(rig, terminal, other.summary.id, 'Hi');
  await terminal.closeSession(other.summary.id);
  expect((await terminal.listSessions()).map(({ resumesAt }) => resumesAt)).toEqual([undefined, undefined]);
});

it('what the command line does to a session that waits neither starts it nor ends the wait', async () => {
  const clock = new ManualClock(Date.now());
  rig = await createEngineRig({ script: [limit(7_200)], config, ports: { clock } });
  const { summary } = value(await (await rig.open({})).createSession({}));
  await rig.restart();
  const window = await rig.open({ window: true });
  await window.openSession(summary.id);
  const until = rig.events.waitFor((event) => event.type === 'turn.end' && event.stop === 'usage_limit');
  value(await window.command({ type: 'prompt', session: summary.id, text: 'Hi', delivery: 'now' }));
  await until;
  await rig.restart();
  const terminal = await rig.open({});
  await clock.advance(24 * 3_600_000);
  value(await terminal.command({ type: 'session.rename', session: summary.id, title: 'Named' }));
  await clock.advance(24 * 3_600_000);
  await terminal.closeSession(summary.id);
  const [listed] = await terminal.listSessions();
  expect([listed?.title, listed?.resumesAt !== undefined, rig.server.requests.length]).toEqual(['Named', true, 1]);
});

/** A session that waits for the reset, which is two hours away by its clock. */
async function startWaiting() {
  const clock = new ManualClock(Date.now());
  rig = await createEngineRig({ script: [limit(7_200), { text: 'Went on.' }], config, ports: { clock } });
  const project = await rig.open({ window: true });
  const { summary } = value(await project.createSession({}));
  const before = clock.sleeping;
  await runPrompt(rig, project, summary.id, 'Hi');
  await expect.poll(() => clock.sleeping).toBeGreaterThan(before);
  return { clock, project, session: summary.id, before };
}

it.each<[string, (project: Project, session: SessionId) => Promise<unknown>]>([
  ['a person who keeps it stopped', (project, session) => project.command({ type: 'pause.cancel', session })],
  ['closing the session', (project, session) => project.closeSession(session)],
  ['closing the project', (project) => project.close()],
])('%s ends the wait for the reset at once, and nothing of it is left', async (_, end) => {
  const { clock, project, session, before } = await startWaiting();
  await end(project, session);
  await expect.poll(() => clock.sleeping).toBeLessThanOrEqual(before);
  await clock.advance(24 * 3_600_000);
  expect([rig.server.requests.length, rig.server.connections()]).toEqual([1, 1]);
});

const staying = (url: string) => `${config(url)}limits: { resume_at_reset: false }\n`;

it('with resume_at_reset off a session stays stopped, and says when the limit is reset', async () => {
  const clock = new ManualClock(Date.now());
  rig = await createEngineRig({ script: [limit(7_200), { text: 'Went on.' }], config: staying, ports: { clock } });
  const project = await rig.open({ window: true });
  const { summary } = value(await project.createSession({}));
  const end = await runPrompt(rig, project, summary.id, 'Hi');
  await clock.advance(24 * 3_600_000);
  const [listed] = await project.listSessions();
  expect([end.stop, end.resumesAt, listed?.resumesAt, rig.server.requests.length]).toEqual(['usage_limit', undefined, undefined, 1]);
  expect(end.message).toContain('It resets at');
});

it('a session that waits already stays stopped when resume_at_reset is switched off meanwhile', async () => {
  const { clock, project } = await startWaiting();
  const { stamp } = value(await rig.engine.settings.read(undefined)).user;
  const changes = [{ key: 'limits.resume_at_reset', value: false }];
  expect(value(await rig.engine.settings.write(undefined, { scope: 'user', stamp, changes })).state).toBe('written');
  await clock.advance(24 * 3_600_000);
  await expect.poll(async () => (await project.listSessions())[0]?.resumesAt).toBe(undefined);
  expect(rig.server.requests).toHaveLength(1);
});
