import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { createEngineRig, type EngineRig, runPrompt, serverConfig, value } from '../testing/engine-rig.ts';

let rig: EngineRig;
afterEach(() => rig.close());

test('a project that was moved away is refused, never made anew, and goes on once it is back', async () => {
  rig = await createEngineRig({ script: [{ calls: [{ name: 'bash', arguments: { command: 'cat readme.txt' } }] }, { text: 'ok' }] });
  const { path } = rig.workspace;
  const project = await rig.open();
  const { summary } = value(await project.createSession({}));
  await rename(path, `${path}-elsewhere`);
  for (const type of ['prompt', 'continue'] as const) {
    const command = type === 'prompt' ? { type, session: summary.id, text: 'go', delivery: 'now' as const } : { type, session: summary.id };
    expect(await project.command(command)).toMatchObject({
      ok: false,
      error: { code: 'folder_missing', message: `The project folder ${path} is gone: it was moved or deleted while it was open.` },
    });
  }
  expect([existsSync(path), rig.server.requests.length]).toEqual([false, 0]);
  await rename(`${path}-elsewhere`, path);
  await runPrompt(rig, project, summary.id, 'go');
  expect(rig.events.items).toContainEqual(expect.objectContaining({ type: 'tool.end', text: 'exit_code 0\nhello' }));
});

test('a turn in which the project is moved away does nothing more, and does not make it anew', async () => {
  const move = { name: 'bash', arguments: { command: 'mv "$PWD" "$PWD-elsewhere"' } };
  const after = [
    { name: 'bash', arguments: { command: 'touch made' } },
    { name: 'ls', arguments: {} },
  ];
  rig = await createEngineRig({ script: [{ calls: [move] }, { calls: after }, { text: 'ok' }] });
  const { path } = rig.workspace;
  const project = await rig.open({ unsafe: true });
  const { summary } = value(await project.createSession({}));
  await runPrompt(rig, project, summary.id, 'go');
  const told = rig.events.items.flatMap((event) => (event.type === 'tool.end' ? [event.text] : []));
  const gone = `${path} is gone: it was moved or deleted. Nothing was done; the person has to bring it back.`;
  expect([told, existsSync(path)]).toEqual([['exit_code 0', gone, gone], false]);
});

test('the home folder and what holds it are no project, unless somebody says so', async () => {
  rig = await createEngineRig({});
  const { home } = rig.workspace;
  for (const path of [home, '/', `${home}/..`]) {
    const project = await rig.open({ path });
    expect(project.info().problem).toMatchObject({ code: 'folder_too_broad' });
    expect(await project.createSession({})).toMatchObject({ ok: false, error: { code: 'folder_too_broad' } });
  }
  expect((await rig.open({ path: home, broad: true })).info().problem).toBe(undefined);
  expect((await rig.open()).info().problem).toBe(undefined);
});

test('a broad folder can be named in the configuration', async () => {
  rig = await createEngineRig({ config: (url) => `${serverConfig(url)}paths: { broad_folders: ["~"] }\n` });
  expect((await rig.open({ path: rig.workspace.home })).info().problem).toBe(undefined);
  expect((await rig.open({ path: '/' })).info().problem?.code).toBe('folder_too_broad');
});
