import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig, type SandboxRigOptions } from '../testing/sandbox-rig.ts';

let rig: SandboxRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(options?: SandboxRigOptions): Promise<SandboxRig> {
  rig = await createSandboxRig(options);
  return rig;
}

const IDENTITY = 'export GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.invalid GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.invalid;';
const ATTACKS = [
  'echo x > .git/hooks/pre-commit',
  'mv .git/hooks elsewhere',
  'rm -rf .git/hooks',
  'mv .git elsewhere',
  'mkdir evil; echo x > evil/pre-commit; mv -T evil .git/hooks',
  'ln -sfn /tmp .git/hooks',
  'echo "[core]" >> .git/config',
  'mv .git/config elsewhere',
  'cp .git/config new; mv new .git/config',
  'git config core.fsmonitor evil',
];

async function gitState(project: string): Promise<unknown> {
  const hooks = join(project, '.git', 'hooks');
  const config = await readFile(join(project, '.git', 'config'), 'utf8');
  return { config, hooks: await readdir(hooks).catch(() => []), isFolder: existsSync(hooks) && (await lstat(hooks)).isDirectory() };
}

test.each(ATTACKS)('hooks and config survive: %s', async (attack) => {
  const { run, project } = await makeRig();
  const before = await gitState(project);
  const result = await run(attack);
  expect(result.code).not.toBe(0);
  expect(await gitState(project)).toEqual(before);
});

test.each(ATTACKS.slice(0, 6))('a missing hooks folder cannot be filled: %s', async (attack) => {
  const { run, project, sandbox } = await makeRig();
  await rm(join(project, '.git', 'hooks'), { recursive: true, maxRetries: 10 });
  await run(`${attack}; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit`);
  const second = await run(`${attack}; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit`);
  expect(second.code).not.toBe(0);
  expect(await readdir(join(project, '.git', 'hooks'))).toEqual([]);
  await sandbox.release('session');
  expect(existsSync(join(project, '.git', 'hooks'))).toBe(false);
});

test('a repository made by a command is protected from the next command on', async () => {
  const { run, project } = await makeRig({ git: false });
  expect((await run('git init -q .')).code).toBe(0);
  const before = await gitState(project);
  expect((await run('echo x > .git/hooks/pre-commit')).stderr).toContain('Read-only file system');
  expect(await gitState(project)).toEqual(before);
});

test('a git folder that was pointed elsewhere is put right when the command has ended', async () => {
  const { run, project, sandbox } = await makeRig();
  const decision = await sandbox.decide({ id: 'session', root: project });
  await run('echo ../evil > .git/commondir');
  expect(sandbox.settle(decision)).toEqual([join(project, '.git', 'commondir')]);
  expect(sandbox.settle(decision)).toEqual([]);
  expect(existsSync(join(project, '.git', 'commondir'))).toBe(false);
  await run('ln -s /nowhere .git/commondir');
  expect(sandbox.settle(decision)).toEqual([join(project, '.git', 'commondir')]);
});

test('git works in the main checkout', async () => {
  const { run } = await makeRig();
  const verbs =
    'echo a > a; git add a; git commit -qm one; git checkout -qb side; echo b >> a; git stash -q; git stash pop -q; git commit -qam two; git rebase -q main; git gc -q';
  expect(await run(`set -e; ${IDENTITY} ${verbs}; git log --format=%s`)).toEqual({ code: 0, stdout: 'two\none\n', stderr: '' });
});

test('git works from a subfolder of a repository, whose other files stay read-only', async () => {
  const { run, project } = await makeRig();
  const root = join(project, 'packages', 'a');
  await mkdir(root, { recursive: true });
  const result = await run(
    `${IDENTITY} echo a > a; git add a && git commit -qm one && git log --format=%s; echo x > ../b; echo x > ../../.git/config`,
    { root },
  );
  expect(result.stdout).toBe('one\n');
  expect(result.stderr.match(/Read-only file system/g)).toHaveLength(2);
});

async function linkedWorktree(): Promise<SandboxRig & { readonly tree: string }> {
  const made = await makeRig();
  await made.write('project/a', 'a\n');
  made.git(made.project, 'add', 'a');
  made.git(made.project, 'commit', '--quiet', '--message', 'one');
  const tree = join(made.base, 'tree');
  made.git(made.project, 'worktree', 'add', '--quiet', '-b', 'side', tree);
  made.git(made.project, 'worktree', 'add', '--quiet', '-b', 'other', join(made.base, 'other'));
  return { ...made, tree };
}

test('git works in a linked worktree', async () => {
  const { run, tree } = await linkedWorktree();
  const verbs =
    'echo b >> a; git stash -q; git stash pop -q; git commit -qam two; git tag t; git tag -d t > /tmp/tag; git rebase -q --onto main main; git status --short';
  expect(await run(`set -e; ${IDENTITY} ${verbs}; git log --format=%s`, { root: tree })).toEqual({
    code: 0,
    stdout: 'two\none\n',
    stderr: '',
  });
});

test('from a linked worktree the main checkout, other worktrees, hooks and config stay untouched', async () => {
  const { run, tree, base, project } = await linkedWorktree();
  const common = join(project, '.git');
  const before = await Promise.all([gitState(project), readFile(join(common, 'HEAD'), 'utf8'), readFile(join(tree, '.git'), 'utf8')]);
  const targets = [`${project}/a`, `${common}/hooks/x`, `${common}/config`, `${common}/HEAD`, `${common}/index`, `${base}/other/a`];
  const inGit = [`${common}/worktrees/other/HEAD`, `${common}/worktrees/tree/commondir`, `${common}/worktrees/tree/gitdir`, `${tree}/.git`];
  const writes = [...targets, ...inGit].map((target) => `echo x > ${target}`);
  const result = await run(
    [...writes, `rm -f ${tree}/.git`, `mv ${tree}/.git x`, `mv ${common}/worktrees/tree ${common}/moved`].join(';'),
    { root: tree },
  );
  expect(result.stderr.match(/Read-only file system/g)).toHaveLength(writes.length);
  expect(result.code).not.toBe(0);
  expect(await Promise.all([gitState(project), readFile(join(common, 'HEAD'), 'utf8'), readFile(join(tree, '.git'), 'utf8')])).toEqual(
    before,
  );
});

test('a planted .git file does not make another repository writable', async () => {
  const { run, write, git, base, project } = await makeRig();
  git(base, 'init', '--quiet', join(base, 'victim'));
  await rm(join(project, '.git'), { recursive: true, maxRetries: 10 });
  await write('project/.git', `gitdir: ${base}/victim/.git\n`);
  expect((await run(`echo x > ${base}/victim/.git/x`)).stderr).toContain('Read-only file system');
});

test('hooks and config of submodules are protected too', async () => {
  const { run, write, project } = await makeRig();
  await write('project/.git/modules/libs/sub/HEAD', 'ref: refs/heads/main\n');
  await write('project/.git/modules/libs/sub/config', '');
  const sub = '.git/modules/libs/sub';
  const result = await run(
    `echo x > ${sub}/config; mkdir -p ${sub}/hooks; echo x > ${sub}/hooks/pre-commit; mv ${sub} y; mv .git/modules/libs y; mv .git/modules y; echo ok > ${sub}/index`,
  );
  expect(result.stderr.match(/Read-only file system/g)).toHaveLength(2);
  const module = join(project, sub);
  expect([
    await readFile(join(module, 'config'), 'utf8'),
    await readdir(join(module, 'hooks')),
    await readFile(join(module, 'index'), 'utf8'),
  ]).toEqual(['', [], 'ok\n']);
});
