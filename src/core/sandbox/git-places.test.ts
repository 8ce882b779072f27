import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig, type SandboxRigOptions } from '../testing/sandbox-rig.ts';

let rig: SandboxRig;
afterEach(() => rig.close());

async function makeRig(options?: SandboxRigOptions): Promise<SandboxRig> {
  rig = await createSandboxRig(options);
  return rig;
}

async function runAndSettle({ run, sandbox, project }: SandboxRig, command: string): Promise<readonly string[]> {
  const decision = await sandbox.decide({ id: 'session', root: project });
  await run(command);
  return sandbox.settle(decision);
}

test('hooks that are a link are read-only where they lie, and the link is put back', async () => {
  const { project, run, write } = await makeRig();
  await write('project/scripts/hooks/pre-commit', 'true\n');
  await rm(join(project, '.git', 'hooks'), { recursive: true, maxRetries: 10 });
  await symlink('../scripts/hooks', join(project, '.git', 'hooks'));
  expect((await run('echo x > scripts/hooks/pre-commit')).stderr).toContain('Read-only file system');
  const put = await runAndSettle(rig, 'rm .git/hooks; mkdir .git/hooks; echo x > .git/hooks/pre-commit');
  expect(put).toEqual([join(project, '.git', 'hooks')]);
  expect(await readlink(join(project, '.git', 'hooks'))).toBe('../scripts/hooks');
});

test('a git folder behind a link in the tree is protected, and the link is put back', async () => {
  const { project, run } = await makeRig();
  await rename(join(project, '.git'), join(project, '.repository'));
  await symlink('.repository', join(project, '.git'));
  const result = await run(
    'echo x > .git/hooks/pre-commit; echo x >> .repository/config; git -c user.name=T -c user.email=t@t commit -q --allow-empty -m one',
  );
  expect([result.code, result.stderr.match(/Read-only file system/g)?.length]).toEqual([0, 2]);
  expect(await runAndSettle(rig, 'rm .git; cp -r .repository .git')).toEqual([join(project, '.git')]);
  expect(await readlink(join(project, '.git'))).toBe('.repository');
});

test('a git folder behind a link that leads out of the tree is not writable', async () => {
  const { project, base, run } = await makeRig();
  await rename(join(project, '.git'), join(base, 'repository'));
  await symlink('../repository', join(project, '.git'));
  expect((await run('git status --short && echo x > .git/x')).stderr).toContain('Read-only file system');
});

test('a submodule is a project of its own', async () => {
  const { project, base, run, write, git } = await makeRig();
  await write('library/a', 'a\n');
  git(base, 'init', '--quiet', join(base, 'library'));
  git(join(base, 'library'), 'add', 'a');
  git(join(base, 'library'), 'commit', '--quiet', '--message', 'one');
  git(project, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(base, 'library'), 'library');
  const root = join(project, 'library');
  const result = await run(
    'echo b > b; git add b; git -c user.name=T -c user.email=t@t commit -qm two; git log --format=%s; d=$(git rev-parse --git-dir); echo x > $d/hooks/x; echo x > $d/config; echo x > .git; echo x > ../.git/x',
    { root },
  );
  expect([result.stdout, result.stderr.match(/Read-only file system/g)?.length]).toEqual(['two\none\n', 4]);
});

test('a pointer to the git folder of a submodule that belongs elsewhere is not believed', async () => {
  const { project, run, write } = await makeRig();
  await write('victim/.git/modules/sub/HEAD', 'ref: refs/heads/main\n');
  const config = await write('victim/.git/modules/sub/config', '[core]\n\tworktree = ../../../sub\n');
  await mkdir(join(config, '../../../../sub'), { recursive: true });
  await rm(join(project, '.git'), { recursive: true, maxRetries: 10 });
  await write('project/.git', 'gitdir: ../victim/.git/modules/sub\n');
  expect((await run('echo x > ../victim/.git/modules/sub/x')).stderr).toContain('Read-only file system');
});

test('hooks and config in the working tree are read-only', async () => {
  const { project, run, write, git } = await makeRig();
  await write('project/.husky/_/pre-commit', 'true\n');
  await write('project/.husky/pre-commit', 'true\n');
  await write('project/.gitshared', '[alias]\n');
  git(project, 'config', 'core.hooksPath', '.husky/_');
  git(project, 'config', 'include.path', '../.gitshared');
  const result = await run('echo x > .husky/pre-commit; echo x > .husky/_/pre-commit; echo x > .gitshared; echo x > other');
  expect(result.stderr.match(/Read-only file system/g)).toHaveLength(3);
  expect(existsSync(join(project, 'other'))).toBe(true);
});

test("hooks that the person's own config names are read-only too, also before they exist", async () => {
  const { project, run, write } = await makeRig();
  await write('home/.gitconfig', '[core]\n\thooksPath = "githooks" # everywhere\n');
  const result = await run('mkdir -p githooks; echo x > githooks/pre-commit');
  expect(result.stderr).toContain('Read-only file system');
  await rig.sandbox.release('session');
  expect(existsSync(join(project, 'githooks'))).toBe(false);
});

test('what a command put into a new repository does not run', async () => {
  const { project, run, write, git } = await makeRig({ git: false });
  const touched = await write('touched', '');
  await rm(touched);
  await write('project/evil', `#!/bin/sh\ntouch ${touched}\n`);
  await chmod(join(project, 'evil'), 0o755);
  const changed = await runAndSettle(
    rig,
    'git init -q; cp evil .git/hooks/pre-commit; git config core.fsmonitor $PWD/evil; git config user.name Kept',
  );
  expect(changed).toEqual([join(project, '.git', 'hooks', 'pre-commit'), join(project, '.git', 'config')]);
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--message', 'one');
  expect([existsSync(touched), git(project, 'config', '--local', 'user.name')]).toEqual([false, 'Kept']);
  expect(await readFile(join(project, '.git', 'config'), 'utf8')).toContain('# \tfsmonitor');
  expect((await lstat(join(project, '.git', 'hooks', 'pre-commit.blocked'))).isFile()).toBe(true);
  expect((await run('git log --format=%s')).stdout).toBe('one\n');
});
