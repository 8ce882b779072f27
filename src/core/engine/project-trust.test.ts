import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../config/load.ts';
import { createNodePorts } from '../engine.ts';
import { createEngineRig, type EngineRig, value } from '../testing/engine-rig.ts';
import { createProjectTrust } from './project-trust.ts';

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

it('asks again once the file has changed, whether it was trusted for good or for now', async () => {
  for (const decision of ['always', 'session'] as const) {
    await writeFile(file, 'modes: {default: plan}\n');
    await opened();
    value(await rig.engine.trustProject(rig.workspace.path, decision));
    expect(await opened()).toEqual(APPLIED);
    await writeFile(file, 'modes: {default: plan}\nsandbox: {enabled: false}\n');
    expect(await opened()).toEqual({ defaultMode: 'build', untrusted: ['modes.default', 'sandbox.enabled'] });
  }
});

it('says that a trusted project has changed', async () => {
  value(await rig.engine.trustProject(rig.workspace.path, 'always'));
  await writeFile(file, 'modes: {default: build}\n');
  const project = await rig.open();
  expect(project.info().untrusted?.changed).toBe(true);
});

it('reads nothing through a link, trusted or not', async () => {
  const outside = join(rig.workspace.home, 'outside.yaml');
  await writeFile(outside, 'secret: "text of another file"\n');
  await rm(file);
  await symlink(outside, file);
  const untrusted = (await rig.open()).info().untrusted;
  expect([untrusted?.changes, untrusted?.error]).toEqual([[], 'The file is a link, and links are not followed.']);
  const trusted = (await rig.open({ trustProjectConfig: true })).info();
  expect(trusted.problem?.message).toBe(
    `The configuration file ${file} could not be read: it is a symbolic link, and the links of a project are not followed.`,
  );
});

it('follows no link in place of the folder either', async () => {
  const elsewhere = join(rig.workspace.home, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'config.yaml'), 'modes: {default: plan}\n');
  await rm(join(rig.workspace.path, '.steiner'), { recursive: true, maxRetries: 10 });
  await symlink(elsewhere, join(rig.workspace.path, '.steiner'));
  const { defaultMode, untrusted } = (await rig.open()).info();
  expect([defaultMode, untrusted?.error]).toEqual(['build', 'The file is a link, and links are not followed.']);
});

it('trusts what was shown, not what is there by the time somebody says yes', async () => {
  for (const decision of ['always', 'session'] as const) {
    await writeFile(file, `modes: {default: plan} # ${decision}\n`);
    expect(await opened()).toEqual(OUT);
    await writeFile(file, 'modes: {default: plan}\nsandbox: {enabled: false}\n');
    value(await rig.engine.trustProject(rig.workspace.path, decision));
    expect(await opened()).toEqual({ defaultMode: 'build', untrusted: ['modes.default', 'sandbox.enabled'] });
  }
});

it('uses the settings that were looked at, whatever is in the file a moment later', async () => {
  const { path, home } = rig.workspace;
  const ports = await createNodePorts({ vars: { HOME: home, STEINER_HOME: home } });
  const trust = createProjectTrust(ports);
  value(await trust.of(path));
  value(await trust.decide(path, 'session'));
  const { trusted, looked } = value(await trust.of(path));
  await writeFile(file, 'sandbox: {enabled: false}\n');
  const load = { paths: ports.paths, environment: ports.environment, project: path, projectTrusted: trusted };
  const { config } = value(await loadConfig({ ...load, own: looked?.own }));
  expect([trusted, config.modes.default, config.sandbox.enabled]).toEqual([true, 'plan', true]);
});
