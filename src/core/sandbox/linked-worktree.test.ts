import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';

let rig: SandboxRig;
afterEach(() => rig.close());

const IDENTITY = 'export GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.invalid GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.invalid';

/** Each line has to succeed; the last says what came of it. */
const VERBS: readonly (readonly [verb: string, script: string, shown: string])[] = [
  ['status', 'echo b >> a; git status --short', ' M a'],
  ['add', 'echo n > n; git add n; git status --short', 'A  n'],
  ['commit', 'echo b >> a; git commit -qam two; git log --format=%s', 'two\none'],
  ['amend', 'echo b >> a; git commit -qa --amend -m uno; git log --format=%s', 'uno'],
  ['rebase', 'echo n > n; git add n; git commit -qm two; git rebase -q --onto main HEAD~1; git log --format=%s', 'two\none'],
  ['stash', 'echo b >> a; git stash -q; git status --short; git stash pop -q; git status --short', ' M a'],
  ['branch', 'git branch topic; git branch --force topic HEAD; git branch --list topic', '  topic'],
  ['switch', 'git switch -qc topic; git branch --show-current', 'topic'],
  [
    'merge',
    'git switch -qc topic; echo n > n; git add n; git commit -qm two; git switch -q side; git merge -q --no-ff -m join topic; git log --format=%s -1',
    'join',
  ],
  ['tag', 'git tag -a -m first v1; git tag', 'v1'],
  [
    'cherry-pick',
    'git switch -qc topic; echo n > n; git add n; git commit -qm two; git switch -q side; git cherry-pick topic > /tmp/out; git log --format=%s',
    'two\none',
  ],
  ['revert', 'echo b >> a; git commit -qam two; git revert --no-edit HEAD > /tmp/out; git log --format=%s -1', 'Revert "two"'],
  ['reset', 'echo b >> a; git commit -qam two; git reset -q --hard HEAD~1; git log --format=%s', 'one'],
];

test.each(VERBS)('in a linked worktree %s works, and the rest of the repository stays as it is', async (_verb, script, shown) => {
  rig = await createSandboxRig();
  const { project, base, write, git, run } = rig;
  await write('project/a', 'a\n');
  git(project, 'add', 'a');
  git(project, 'commit', '--quiet', '--message', 'one');
  const tree = join(base, 'tree');
  git(project, 'worktree', 'add', '--quiet', '-b', 'side', tree);
  git(project, 'worktree', 'add', '--quiet', '-b', 'other', join(base, 'other'));
  const before = await others(project, base);
  const result = await run(`set -e; ${IDENTITY}; ${script}`, { root: tree });
  expect(result).toEqual({ code: 0, stdout: `${shown}\n`, stderr: '' });
  expect(await others(project, base)).toEqual(before);
});

/** With hooks and a program of git two folders deep, in the tree and in `.steiner`, and worktrees directly in the tree and further in. */
async function treesInside(opened: readonly string[] = []): Promise<SandboxRig> {
  rig = await createSandboxRig({ config: { paths: { writable_paths: opened } } });
  const { project, write, git } = rig;
  await write('project/tools/git/clean', 'cat\n');
  await write('project/.steiner/own/git/hooks/pre-commit', 'true\n');
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--message', 'one');
  git(project, 'config', 'core.hooksPath', '.steiner/own/git/hooks');
  git(project, 'config', 'filter.y.clean', 'sh ./tools/git/clean');
  git(project, 'worktree', 'add', '--quiet', '-b', 'side', join(project, 'wt'));
  git(project, 'worktree', 'add', '--quiet', '-b', 'inner', join(project, 'wt', 'deep', 'er', 'inner'));
  git(project, 'init', '--quiet', 'wt/vendor');
  git(join(project, 'wt', 'vendor'), 'commit', '--quiet', '--allow-empty', '--message', 'one');
  git(join(project, 'wt'), 'add', 'vendor');
  return rig;
}

test.each([
  'wt/a',
  'wt/tools/a',
  'wt/tools/git/a',
  'wt/.steiner/own/a',
  'wt/deep/a',
  'wt/deep/er/a',
  'wt/deep/er/inner/a',
  '.steiner/own/a',
  '.steiner/own/git/a',
  '.git/worktrees/wt/HEAD',
  '.git/worktrees/inner/HEAD',
  'wt/vendor/.git/a',
])('what is read-only is so also on the way to something of git: %s', async (path) => {
  const { run } = await treesInside();
  expect((await run(`echo x > ${path}`)).stderr).toContain('Read-only file system');
});

test.each(['.githooks', '.steiner/hooks'])('hooks that are missing in what is read-only are no obstacle: %s', async (hooks) => {
  const { project, git, run } = await treesInside();
  git(project, 'config', 'core.hooksPath', hooks);
  expect(await run(`echo ran; mkdir ${hooks} wt/${hooks}`)).toMatchObject({ stdout: 'ran\n', code: 1 });
});

test('a repository that was opened in a worktree inside can be committed in, and its hooks stay', async () => {
  const { run } = await treesInside(['wt/vendor']);
  const commit = `cd wt/vendor; git commit -q --allow-empty -m two; git log --format=%s -1`;
  const { stdout, stderr } = await run(`${IDENTITY}; echo x > wt/a; echo x > wt/vendor/.git/hooks/pre-commit; ${commit}`);
  expect(stdout).toBe('two\n');
  expect(stderr.match(/Read-only file system/g)).toHaveLength(2);
});

test('hooks outside a worktree inside, that a repository in it names, stay', async () => {
  const { project, write, git, run } = await treesInside();
  const hook = await write('project/shared/hooks/pre-commit', 'true\n');
  git(join(project, 'wt', 'vendor'), 'config', 'core.hooksPath', join(project, 'shared', 'hooks'));
  const result = await run('echo evil > shared/hooks/pre-commit; mv shared moved; echo x > shared/x');
  expect(result.stderr).toContain('Read-only file system');
  expect(await readFile(hook, 'utf8')).toBe('true\n');
});

test('nothing is said twice of a path, although the worktrees inside have their repository in common', async () => {
  const { project, sandbox } = await treesInside();
  const decision = await sandbox.decide({ id: 'session', root: project });
  if (decision.type !== 'sandboxed') throw new Error('no sandbox');
  const { writable, readOnly, sealed, forbidden, absent, linkFree } = decision.policy;
  const lists = { writable, readOnly, sealed, forbidden, absent, linkFree };
  expect(lists).toEqual(Object.fromEntries(Object.entries(lists).map(([name, paths]) => [name, [...new Set(paths)]])));
});

async function others(project: string, base: string): Promise<unknown> {
  const common = join(project, '.git');
  const files = [
    'config',
    'HEAD',
    'index',
    'worktrees/other/HEAD',
    'worktrees/other/index',
    'worktrees/tree/gitdir',
    'worktrees/tree/commondir',
  ];
  const contents = await Promise.all(files.map((file) => readFile(join(common, file), 'base64')));
  const pointers = await Promise.all(['tree/.git', 'other/.git', 'other/a', 'project/a'].map((file) => readFile(join(base, file), 'utf8')));
  return { contents, pointers, hooks: await readdir(join(common, 'hooks')) };
}
