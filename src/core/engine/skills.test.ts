import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { Script } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

async function write(folder: string, name: string, head: string, body: string): Promise<void> {
  await mkdir(join(folder, 'skills', name), { recursive: true });
  await writeFile(join(folder, 'skills', name, 'SKILL.md'), `---\nname: ${name}\ndescription: d\n${head}---\n${body}`);
}

async function start(script: Script = () => ({ text: 'ok' })) {
  rig = await createEngineRig({ script });
  const config = join(rig.workspace.home, 'config');
  await write(config, 'tidy', '', 'Tidy it.');
  await write(config, 'look', 'mode: keep\n', 'Only look.');
  await write(config, 'draft', 'mode: plan\n', 'Make a plan.');
  await write(config, 'broken', 'mode: off\n', 'x');
  const project = await rig.open({ unsafe: true });
  const { summary } = value(await project.createSession({ mode: 'plan' }));
  return { project, session: summary.id };
}

/** Messages as sent, still open at the end. */
function sent(): readonly string[] {
  return rig.server.requests.map(({ bytes }) => {
    const body = bytes.toString();
    return body.slice(body.indexOf('"messages":['), body.lastIndexOf(']', body.indexOf('"tools":[')));
  });
}

it('a prompt that begins with the name of a skill starts it; every request extends the one before', async () => {
  const { project, session } = await start();
  await runPrompt(rig, project, session, '/look at src');
  value(await project.command({ type: 'session.skill', session, name: 'tidy', active: true }));
  await runPrompt(rig, project, session, 'go on');
  value(await project.command({ type: 'session.skill', session, name: 'look', active: false }));
  await runPrompt(rig, project, session, '/usr/bin is a path, no skill');
  await rig.restart();
  await runPrompt(rig, await rig.open({ unsafe: true }), session, 'and on');
  const requests = sent();
  expect(requests.every((request, index) => request.startsWith(requests[index - 1] ?? ''))).toBe(true);
  const last = requests.at(-1) ?? '';
  expect([...last.matchAll(/\[Skill (\w+): (\w+)/g)].map(([, name, state]) => `${name} ${state}`)).toEqual([
    'look active',
    'tidy active',
    'look inactive',
  ]);
  expect(last).toContain('Only look.\\n[End of skill look]\\n\\n/look at src');
});

it('typing its name switches to the mode a skill asks for, by default build; activating it from a list does not', async () => {
  const { project, session } = await start();
  const modes: string[] = [];
  const say = async (text: string) => {
    await runPrompt(rig, project, session, text);
    modes.push(fold(emptyView(), value(await project.openSession(session)).events).mode);
  };
  await say('/look');
  value(await project.command({ type: 'session.skill', session, name: 'tidy', active: true }));
  await say('go on');
  await say('/tidy');
  await say('/draft a plan');
  expect(modes).toEqual(['plan', 'plan', 'build', 'plan']);
});

it('a skill that cannot be used refuses the command, and nothing is sent or changed', async () => {
  const { project, session } = await start();
  const before = value(await project.openSession(session)).events;
  const refused = await Promise.all([
    project.command({ type: 'prompt', session, text: '/broken now', delivery: 'now' }),
    project.command({ type: 'prompt', session, text: 'x', delivery: 'now', skills: ['tidy', 'tdy'] }),
    project.command({ type: 'session.skill', session, name: 'nothing', active: true }),
  ]);
  expect(refused.map((result) => !result.ok && [result.error.code, result.error.message])).toEqual([
    ['skill_invalid', 'The skill "broken" cannot be used. In its front matter "mode" must be plan, build or keep.'],
    ['skill_missing', 'There is no skill "tdy". Did you mean tidy?'],
    ['skill_missing', 'There is no skill "nothing".'],
  ]);
  expect(value(await project.openSession(session)).events).toEqual(before);
  expect(rig.server.requests).toEqual([]);
});

it('a queued prompt that is edited to begin with the name of a skill starts it too, unless it was already sent', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { project, session } = await start(async ({ index }) => {
    if (index === 0) await gate;
    return { text: 'ok' };
  });
  const say = async (text: string) => value(await project.command({ type: 'prompt', session, text, delivery: 'after' }));
  const view = async () => fold(emptyView(), value(await project.openSession(session)).events);
  await say('one');
  await rig.server.request(0);
  await say('two');
  await rig.events.waitFor((event) => event.type === 'queue.update');
  const [queued] = (await view()).queue;
  const item = queued?.id ?? expect.unreachable();
  const edit = (text: string) => project.command({ type: 'queue.edit', session, item, text });
  value(await edit('/look at src'));
  expect(await edit('/broken now')).toMatchObject({ ok: false, error: { code: 'skill_invalid' } });
  open();
  await rig.events.waitFor((event) => event.type === 'turn.end' && rig.server.requests.length === 2);
  expect(String(rig.server.requests[1]?.body.messages.at(-1)?.content)).toMatch(/\[Skill look: active[\s\S]*\/look at src$/);
  expect(await edit('/tidy')).toMatchObject({ ok: false, error: { message: 'That message was already sent.' } });
  expect((await view()).skills).toEqual(['look']);
});

it("a project's skills count once the project is trusted", async () => {
  rig = await createEngineRig({ script: () => ({ text: 'ok' }) });
  await write(join(rig.workspace.path, '.steiner'), 'ours', '', 'Our way.');
  const names = async () => {
    const project = await rig.open();
    const { skills, untrusted } = await project.skills.list();
    const { untrusted: asks } = project.info();
    await project.close();
    return { names: skills.map(({ name }) => name), untrusted, asks: asks && { changes: asks.changes, skills: asks.skills } };
  };
  expect(await names()).toEqual({ names: [], untrusted: 1, asks: { changes: [], skills: ['ours'] } });
  value(await rig.engine.trustProject(rig.workspace.path, 'always'));
  expect(await names()).toEqual({ names: ['ours'], untrusted: 0, asks: undefined });
});
