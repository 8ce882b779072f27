import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { EventRecorder } from '../testing/event-recorder.ts';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { describeRepository, watchBranch } from './repository.ts';

const workspaces: TempWorkspace[] = [];

afterEach(async () => {
  await Promise.all(workspaces.splice(0).map((workspace) => workspace.remove()));
});

async function workspace(options?: Parameters<typeof createTempWorkspace>[0]): Promise<TempWorkspace> {
  const made = await createTempWorkspace(options);
  workspaces.push(made);
  return made;
}

test('a repository is described from any folder inside it', async () => {
  const { path, git } = await workspace({ files: { 'src/deep/a.txt': 'a' } });
  await git('switch', '--quiet', '--create', 'feature/one');
  const gitDir = join(path, '.git');
  const expected = { git: true, root: path, branch: 'feature/one', gitDir, commonDir: gitDir };
  expect(await describeRepository(path)).toEqual(expected);
  expect(await describeRepository(join(path, 'src', 'deep'))).toEqual(expected);
});

test('a repository without commits has its first branch', async () => {
  const { path } = await workspace();
  const gitDir = join(path, '.git');
  expect(await describeRepository(path)).toEqual({ git: true, root: path, branch: 'main', gitDir, commonDir: gitDir });
});

test('a detached HEAD is named by its short hash', async () => {
  const { path, git, commit } = await workspace({ files: { 'a.txt': 'a' } });
  const hash = await commit('second');
  await git('checkout', '--quiet', '--detach');
  expect((await describeRepository(path)).branch).toBe(hash.slice(0, 7));
});

test('a linked worktree has its own HEAD and shares the common folder', async () => {
  const { path, git } = await workspace({ files: { 'a.txt': 'a' } });
  const tree = join(path, '.steiner', 'worktrees', 'one');
  await git('worktree', 'add', '--quiet', '-b', 'side', tree);
  expect(await describeRepository(tree)).toEqual({
    git: true,
    root: tree,
    branch: 'side',
    gitDir: join(path, '.git', 'worktrees', 'one'),
    commonDir: join(path, '.git'),
  });
});

test('a bare repository has no working tree', async () => {
  const { path, git } = await workspace({ git: false });
  await git('init', '--quiet', '--bare', '--initial-branch', 'main', 'bare.git');
  const bare = join(path, 'bare.git');
  expect(await describeRepository(bare)).toEqual({ git: true, branch: 'main', gitDir: bare, commonDir: bare });
});

test('a symlink to a repository is described by its real paths', async () => {
  const { path, home } = await workspace({ files: { 'a.txt': 'a' } });
  await symlink(path, home);
  expect((await describeRepository(home)).root).toBe(path);
});

test.each([
  ['a plain folder', { 'a.txt': 'a' }, '.'],
  ['a folder that is not there', {}, 'missing'],
  ['a file', { 'a.txt': 'a' }, 'a.txt'],
  ['a .git file that leads nowhere', { '.git': 'gitdir: /nowhere/at/all\n' }, '.'],
  ['a .git folder that is no repository', { '.git/config': '' }, '.'],
])('%s is not git', async (_name, files, path) => {
  const made = await workspace({ git: false, files: files as Record<string, string> });
  expect(await describeRepository(join(made.path, path))).toEqual({ git: false });
});

test('the present branch and every change are told until the watch is stopped', async () => {
  const { path, git } = await workspace({ files: { 'a.txt': 'a' } });
  const [first, second] = [new EventRecorder<string | undefined>(), new EventRecorder<string | undefined>()];
  const stopFirst = watchBranch(path, first.record);
  await first.waitFor((branch) => branch === 'main');
  await git('switch', '--quiet', '--create', 'one');
  await first.waitFor((branch) => branch === 'one');
  stopFirst();

  const stopSecond = watchBranch(path, second.record);
  await second.waitFor((branch) => branch === 'one');
  await git('switch', '--quiet', 'main');
  await second.waitFor((branch) => branch === 'main');
  stopSecond();
  expect({ first: first.items, second: second.items }).toEqual({ first: ['main', 'one'], second: ['one', 'main'] });
});

test('watching what is not a repository does nothing', async () => {
  const { path } = await workspace({ git: false });
  expect(() => watchBranch(path, () => {})()).not.toThrow();
});
