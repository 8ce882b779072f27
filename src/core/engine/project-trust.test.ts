import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEngineRig, type EngineRig, value } from '../testing/engine-rig.ts';

let rig: EngineRig;
let file = '';

beforeEach(async () => {
  rig = await createEngineRig({});
  await mkdir(join(rig.workspace.path, '.steiner'), { recursive: true });
  file = join(rig.workspace.path, '.steiner', 'config.yaml');
  await writeFile(file, 'modes: {default: plan}\n');
});
afterEach(() => rig.close());

/** The mode is the setting of the project's file. */
async function opened(options = {}) {
  const project = await rig.open(options);
  const { defaultMode, untrusted } = project.info();
  await project.close();
  return { defaultMode, untrusted: untrusted?.changes.map(({ key }) => key) };
}

const OUT = { defaultMode: 'build', untrusted: ['modes.default'] };
const APPLIED = { defaultMode: 'plan', untrusted: undefined };

it('opens without the settings of a project that nobody trusts, and tells what they are', async () => {
  expect(await opened()).toEqual(OUT);
  expect(value(await rig.engine.config(rig.workspace.path)).warnings).toEqual([expect.stringContaining('are not applied')]);
});

it('applies them for one opening, for this engine, or for good', async () => {
  expect(await opened({ trustProjectConfig: true })).toEqual(APPLIED);
  expect(await opened()).toEqual(OUT);
  value(await rig.engine.trustProject(rig.workspace.path, 'session'));
  expect(await opened()).toEqual(APPLIED);
  await rig.restart();
  expect(await opened()).toEqual(OUT);
  value(await rig.engine.trustProject(rig.workspace.path, 'always'));
  await rig.restart();
  expect(await opened()).toEqual(APPLIED);
  const { settings } = value(await rig.engine.config(rig.workspace.path));
  expect(settings.find(({ key }) => key === 'modes.default')?.source).toEqual({ type: 'project', file, line: 1 });
});

it('runs nothing while the list of trusted projects cannot be read', async () => {
  await mkdir(join(rig.workspace.home, 'config', 'trusted_projects.json'));
  const project = await rig.open();
  expect(project.info()).toMatchObject({ defaultMode: 'build', problem: { code: 'config_invalid' } });
  expect((await project.createSession({})).ok).toBe(false);
});
