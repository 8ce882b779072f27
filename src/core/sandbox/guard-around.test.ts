import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';

let rig: SandboxRig;

beforeEach(async () => {
  rig = await createSandboxRig();
});

afterEach(() => rig.close());

test('a folder with hooks deep in the tree is not moved away with what is around it', async () => {
  rig.git(rig.project, 'config', 'core.hooksPath', 'tools/git/hooks');
  await mkdir(join(rig.project, 'tools', 'git', 'hooks'), { recursive: true });
  const { stderr } = await rig.run('mv tools away || mv tools/git away; mkdir -p tools/git/hooks; echo x > tools/git/hooks/pre-commit');
  expect(stderr.match(/busy/g)).toHaveLength(2);
  expect(await readdir(join(rig.project, 'tools', 'git', 'hooks'))).toEqual([]);
});

test('a file deep in the tree that config includes is not moved away with what is around it', async () => {
  rig.git(rig.project, 'config', 'include.path', '../tools/git/shared');
  await rig.write('project/tools/git/shared', '[alias]\n');
  const { stderr } = await rig.run('mv tools away || mv tools/git away; mkdir -p tools/git; echo x > tools/git/shared');
  expect(stderr.match(/busy/g)).toHaveLength(2);
  expect(await readFile(join(rig.project, 'tools', 'git', 'shared'), 'utf8')).toBe('[alias]\n');
});

test('config that would be included and a folder for hooks that are missing with the folder around them do not keep their names', async () => {
  rig.git(rig.project, 'config', 'include.path', '../made/shared');
  rig.git(rig.project, 'config', 'core.hooksPath', 'tools/git/hooks');
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  await rig.run('mkdir -p made tools/git/hooks; echo x > made/shared; echo x > tools/git/hooks/pre-commit; echo x > tools/git/other');
  const made = ['made/shared', 'tools/git/hooks'].map((path) => join(rig.project, path));
  expect([...rig.sandbox.settle(decision)].sort()).toEqual(made);
  expect(await readdir(join(rig.project, 'tools', 'git'))).toEqual(['hooks.blocked', 'other']);
  expect(await readdir(join(rig.project, 'made'))).toEqual(['shared.blocked']);
});

test('a folder around hooks that a command made a link opens nothing to the next', async () => {
  await rig.write('home/.aws/git/credentials', 'canary');
  rig.git(rig.project, 'config', 'core.hooksPath', 'tools/git/hooks');
  await rig.run('ln -s ../home/.aws tools', { way: 'started' });
  const { stdout } = await rig.run('cat tools/git/credentials; ls -A ~/.aws; echo x > ~/.aws/git/new', { way: 'started' });
  expect(stdout).toBe('');
  expect(await readdir(join(rig.home, '.aws', 'git'))).toEqual(['credentials']);
});

test("a link that a command makes on the way to such config costs the person's own file nothing", async () => {
  rig.git(rig.project, 'config', 'include.path', '../made/shared');
  await rig.write('home/docs/shared', 'mine');
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  await rig.run('ln -s ../home/docs made');
  expect(rig.sandbox.settle(decision)).toEqual([]);
  expect(await readdir(join(rig.home, 'docs'))).toEqual(['shared']);
});
