import { lstatSync, readlinkSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';

/** What is guarded is read-only where commands could write it. Through a link, a guard must open nothing that is closed. */

let rig: SandboxRig;

beforeEach(async () => {
  rig = await createSandboxRig({ config: { paths: { blocked_paths: ['deep/inner/secret'] } } });
  await rig.write('home/.aws/credentials', 'canary');
});

afterEach(() => rig.close());

test.each(['new', 'prepared'] as const)('the link that a project brings as its .steiner shows no credentials: %s', async (way) => {
  await symlink('../home/.aws', join(rig.project, '.steiner'));
  expect((await rig.run('cat .steiner/credentials ~/.aws/credentials; ls -A ~/.aws', { way })).stdout).toBe('');
});

test.each(['/', '/proc', '/dev'])('a .steiner that leads to %s uncovers nothing of the host', async (target) => {
  const look = `ls -d /proc/${process.pid}; cat /proc/1/comm; ls /dev | sort | tr "\\n" " "`;
  const usual = await rig.run(look, { id: 'usual', way: 'started' });
  const other = await createSandboxRig();
  try {
    await symlink(target, join(other.project, '.steiner'));
    expect(await other.run(look, { way: 'started' })).toEqual(usual);
  } finally {
    await other.close();
  }
});

test('a .steiner that leads to a folder of the project is read-only there, and the link is put back', async () => {
  await rig.write('project/conf/config.yaml', 'sandbox: {}\n');
  await symlink('conf', join(rig.project, '.steiner'));
  const { stderr } = await rig.run('echo x > .steiner/config.yaml; echo x > conf/new', { way: 'started' });
  expect(stderr.match(/Read-only file system/g)).toHaveLength(2);
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  await rig.run('rm .steiner && mkdir .steiner && echo "sandbox: { enabled: false }" > .steiner/config.yaml', { way: 'started' });
  expect(rig.sandbox.settle(decision)).toEqual([join(rig.project, '.steiner')]);
  expect(readlinkSync(join(rig.project, '.steiner'))).toBe('conf');
  expect(await readFile(join(rig.project, 'conf', 'config.yaml'), 'utf8')).toBe('sandbox: {}\n');
});

test('a config file that git would include, made a link by a command, shows no credentials to the next', async () => {
  rig.git(rig.project, 'config', 'include.path', '../.gitshared');
  await rig.run('ln -s ../home/.aws/credentials .gitshared', { way: 'started' });
  expect((await rig.run('cat .gitshared ~/.aws/credentials', { way: 'started' })).stdout).toBe('');
});

test('a folder on the way to a blocked path, made a link by a command, opens nothing to the next', async () => {
  await mkdir(join(rig.home, '.aws', 'inner'));
  await rig.run('ln -s ../home/.aws deep', { way: 'started' });
  expect(lstatSync(join(rig.project, 'deep')).isSymbolicLink()).toBe(true);
  expect((await rig.run('cat deep/credentials; echo x > deep/new; echo x > deep/inner/new', { way: 'started' })).stdout).toBe('');
  expect(await readFile(join(rig.home, '.aws', 'credentials'), 'utf8')).toBe('canary');
  expect(lstatSync(join(rig.home, '.aws', 'new'), { throwIfNoEntry: false })).toBeUndefined();
  expect(lstatSync(join(rig.home, '.aws', 'inner', 'new'), { throwIfNoEntry: false })).toBeUndefined();
});
