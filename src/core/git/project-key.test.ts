import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { projectKey } from './project-key.ts';
import { describeRepository } from './repository.ts';

let workspace: TempWorkspace;
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'sub/a.txt': 'a' } });
});
afterEach(() => workspace.remove());

async function keyOf(path: string): Promise<string> {
  const real = await realpath(path);
  return projectKey(real, await describeRepository(real));
}

test('the main checkout, its folders and every worktree have one key', async () => {
  const { path, git } = workspace;
  await git('worktree', 'add', '--quiet', '../tree', '-b', 'other');
  await git('worktree', 'add', '--quiet', '.steiner/worktrees/run', '-b', 'run');
  const folders = [path, join(path, 'sub'), join(path, '..', 'tree'), join(path, '.steiner', 'worktrees', 'run')];
  expect(await Promise.all(folders.map(keyOf))).toEqual(Array(4).fill(path));
});

test('worktrees of a repository without a checkout have its folder as key', async () => {
  const { path, git } = workspace;
  await git('clone', '--quiet', '--bare', '.', '../bare.git');
  await git('-C', '../bare.git', 'worktree', 'add', '--quiet', '../one', 'main');
  expect(await keyOf(join(path, '..', 'one'))).toBe(await realpath(join(path, '..', 'bare.git')));
});

test('a folder that only claims to be a worktree of another project gets nothing of it', async () => {
  const { path, git } = workspace;
  await git('worktree', 'add', '--quiet', '../tree', '-b', 'other');
  const base = await realpath(join(path, '..'));
  const pointers = [join(path, '.git'), join(path, '.git', 'worktrees', 'tree')];
  const fake = join(base, 'evil-2', 'fake', 'worktrees', 'x');
  await mkdir(fake, { recursive: true });
  await writeFile(join(fake, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(fake, 'commondir'), `${join(path, '.git')}\n`);
  await writeFile(join(fake, 'gitdir'), `${join(base, 'evil-2', '.git')}\n`);
  const keys = [];
  for (const [index, pointer] of [...pointers, fake].entries()) {
    const evil = join(base, `evil-${index}`);
    await mkdir(evil, { recursive: true });
    await writeFile(join(evil, '.git'), `gitdir: ${pointer}\n`);
    keys.push(await keyOf(evil));
  }
  expect(keys).toEqual([0, 1, 2].map((index) => join(base, `evil-${index}`)));
});

test('a folder outside any repository is its own project', async () => {
  const plain = join(workspace.path, '..', 'plain');
  await mkdir(plain);
  expect(await keyOf(plain)).toBe(await realpath(plain));
});
