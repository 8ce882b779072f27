import { mkdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { SettingsScope } from '../../shared/settings-report.ts';
import type { SettingValue } from '../config/edit/render.ts';
import type { Project } from '../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, serverConfig, value } from '../testing/engine-rig.ts';
import type { Script } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

async function change(key: string, setting: SettingValue, scope: SettingsScope = 'user') {
  const project = rig.workspace.path;
  const report = value(await rig.engine.settings.read(project));
  const { stamp } = (scope === 'user' ? report.user : report.project) ?? report.user;
  return value(await rig.engine.settings.write(project, { scope, stamp, changes: [{ key, value: setting }] }));
}

const userFile = () => join(rig.workspace.home, 'config', 'config.yaml');
const projectFile = () => join(rig.workspace.path, '.steiner', 'config.yaml');

async function writeProjectFile(yaml: string): Promise<void> {
  await mkdir(join(rig.workspace.path, '.steiner'), { recursive: true });
  await writeFile(projectFile(), yaml);
}

test('a changed limit counts from the next turn on, and not in the one that runs', async () => {
  const turn = { meanwhile: async () => {} };
  const script: Script = async () => {
    await turn.meanwhile();
    return { calls: [{ name: 'ls', arguments: { path: '.' } }] };
  };
  rig = await createEngineRig({ script, config: (url) => `${serverConfig(url)}limits: { max_turns: 1 }\n` });
  const project = await rig.open();
  const { id } = value(await project.createSession({})).summary;
  const rounds = [(await runPrompt(rig, project, id, 'one')).rounds];
  await change('limits.max_turns', 3);
  turn.meanwhile = async () => {
    turn.meanwhile = async () => {};
    await change('limits.max_turns', 2);
  };
  rounds.push((await runPrompt(rig, project, id, 'two')).rounds, (await runPrompt(rig, project, id, 'three')).rounds);
  expect(rounds).toEqual([1, 3, 2]);
});

test('a change of the network of commands counts in a session that goes on', async () => {
  const script: Script = [{ calls: [netns()] }, { text: 'a' }, { calls: [netns()] }, { text: 'b' }];
  rig = await createEngineRig({ script });
  const project = await rig.open();
  const { id } = value(await project.createSession({})).summary;
  await runPrompt(rig, project, id, 'one');
  await change('sandbox.network', 'off');
  await runPrompt(rig, project, id, 'two');
  const here = await readlink('/proc/self/ns/net');
  const seen = rig.events.items.flatMap((event) => (event.type === 'tool.end' ? [event.text.includes(here)] : []));
  expect([seen, project.info().sandbox.network]).toEqual([[true, false], 'off']);
});

function netns() {
  return { name: 'bash', arguments: { command: 'readlink /proc/self/ns/net' } };
}

test('every request of the session extends the one before, whatever was changed between turns', async () => {
  const script: Script = [{ text: 'a' }, { text: 'b' }];
  rig = await createEngineRig({ script });
  const project = await rig.open();
  const { id } = value(await project.createSession({})).summary;
  await runPrompt(rig, project, id, 'one');
  await change('search', { backend: 'brave', brave_api_key: 'k' });
  await change('sandbox.enabled', false);
  await change('paths.blocked_paths', ['secret']);
  await runPrompt(rig, project, id, 'two');
  const [first, second] = rig.server.requests.map(({ body }) => body);
  expect([second?.tools, second?.messages.slice(0, first?.messages.length)]).toEqual([first?.tools, first?.messages]);
});

function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}

test('an edit from outside is taken while a window is open; a broken file is said and the rest goes on', async () => {
  rig = await createEngineRig({});
  const project = await rig.open({ window: true });
  const good = serverConfig(rig.server.url);
  await until(() => expect(project.info().problem).toBeUndefined());
  await untilWatched(project, async () => writeFile(userFile(), `${good}modes: { default: plan }\n`));
  await until(() => expect(project.info().defaultMode).toBe('plan'));
  await writeFile(userFile(), `${good}modes: { default: plan }\nlimitz: {}\n`);
  await until(() => expect(project.info().problem?.code).toBe('config_invalid'));
  expect(project.info().defaultMode).toBe('plan');
  await writeFile(userFile(), good);
  await until(() => expect([project.info().problem, project.info().defaultMode]).toEqual([undefined, 'build']));
});

/** The watch is set up in the background, so the first write is repeated until it was seen. */
async function untilWatched(project: Project, write: () => Promise<void>): Promise<void> {
  let told = 0;
  const stop = project.listen((upward) => {
    if (upward.type === 'settings') told += 1;
  });
  await vi.waitFor(
    async () => {
      await write();
      await vi.waitFor(() => expect(told).toBeGreaterThan(0), { timeout: 300 });
    },
    { timeout: 30_000 },
  );
  stop();
}

test('what a person writes into the project from here counts at once, and at the next start without a question', async () => {
  rig = await createEngineRig({});
  const project = await rig.open();
  expect((await change('sandbox.network', 'off', 'project')).state).toBe('written');
  expect([project.info().sandbox.network, project.info().untrusted]).toEqual(['off', undefined]);
  await rig.restart();
  expect((await rig.open()).info()).toMatchObject({ sandbox: { network: 'off' } });
});

test('settings that do nothing, and files that are named and not there, are said when a project is opened and where settings are listed', async () => {
  const extra = 'project_context: { max_tokens: 1000, extra_files: [none.md, AGENTS.md, left.md], ignore_files: [left.md] }\n';
  rig = await createEngineRig({ config: (url) => `${serverConfig(url)}${extra}lsp: { enabled: true }\n` });
  await writeFile(join(rig.workspace.path, 'AGENTS.md'), 'Be kind.\n');
  const warnings = [
    'project_context.max_tokens is an old name: it counts as max_bytes: 4000.',
    'lsp.enabled has no effect: language servers are not started in this version.',
    'project_context.extra_files names what is not there: none.md. The model is sent nothing of it.',
  ];
  const report = value(await rig.engine.config(rig.workspace.path));
  expect([(await rig.open()).info().warnings, report.warnings]).toEqual([warnings, warnings]);
  await writeFile(userFile(), serverConfig(rig.server.url));
  expect((await rig.open()).info().warnings).toBeUndefined();
});

test('a project that is not trusted is not written', async () => {
  rig = await createEngineRig({});
  await writeProjectFile('limits: { max_turns: 2 }\n');
  await expect(change('limits.max_turns', 3, 'project')).rejects.toThrow('project_untrusted');
});

test('what changes outside in a trusted project counts, but for what decides what runs: that is asked about', async () => {
  rig = await createEngineRig({});
  await writeProjectFile('sandbox: { network: off }\n');
  value(await rig.engine.trustProject(rig.workspace.path, 'always'));
  const project = await rig.open({ window: true });
  await untilWatched(project, () => writeProjectFile('sandbox: { network: off }\nmodes: { default: plan }\n'));
  await until(() => expect([project.info().defaultMode, project.info().untrusted]).toEqual(['plan', undefined]));
  await writeProjectFile('sandbox: { network: host }\nmodes: { default: build }\n');
  await until(() => expect(project.info().untrusted).toMatchObject({ changed: true }));
  await change('limits.max_turns', 9);
  expect([project.info().sandbox.network, project.info().defaultMode, project.info().untrusted?.changed]).toEqual(['off', 'plan', true]);
});
