import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArenaName, LayoutName } from './case.ts';
import { type Git, type Layout, write } from './furnish.ts';

const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  nested: {
    furnish: furnishNested,
    guarded: [
      ...['hooks', 'config', 'commondir', 'modules/sub/config', 'modules/sub/hooks', 'modules/sub/commondir'].map(
        (path) => `project/.git/${path}`,
      ),
      ...['gitdir', 'commondir', 'HEAD'].flatMap((name) => ['x', 'wt'].map((tree) => `project/.git/worktrees/${tree}/${name}`)),
      ...['project/tools', 'project/wt'],
      ...['project/.worktrees/x/.git', 'beside/.git/hooks', 'beside/.git/config', 'project/loose/.git/hooks', 'project/loose/.git/config'],
    ],
    visited: [
      ...['project', 'project/sub', 'project/vendor', 'project/n', 'project/.worktrees/x', 'beside'],
      ...['project/loose', 'project/fresh', 'project'],
    ],
  },
  house: {
    furnish: furnishHouse,
    guarded: ['.git', '.bare/hooks', '.bare/config', '.bare/worktrees/main/gitdir'].map((path) => `project/${path}`),
    visited: ['project/main', 'project'],
  },
  apart: {
    furnish: (base, git) => furnishApart(base, git, join(base, 'gd')),
    guarded: ['project/.git', 'gd/hooks', 'gd/config'],
    visited: ['project'],
  },
  kept: {
    furnish: (base, git) => furnishApart(base, git, join(base, 'project', 'gd')),
    guarded: ['project/.git', 'project/gd/hooks', 'project/gd/config'],
    visited: ['project'],
  },
  bare: {
    furnish: furnishBare,
    guarded: ['project/hooks', 'project/config'],
    visited: ['project'],
  },
  led: {
    furnish: furnishLed,
    guarded: ['project/.steiner', 'project/.git/hooks', 'project/.git/config'],
    visited: ['project'],
  },
};

export function layoutOf(name: ArenaName): Layout | undefined {
  return Object.entries(LAYOUTS).find(([layout]) => layout === name)?.[1];
}

async function commitAll(folder: string, git: Git): Promise<void> {
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', 'one');
}

/** A submodule, a repository of its own in the tree, one that nothing names, one in an opened folder, and worktrees inside the main checkout. */
async function furnishNested(base: string, git: Git): Promise<void> {
  const [project, library, beside] = [join(base, 'project'), join(base, 'library'), join(base, 'beside')];
  for (const folder of [library, beside]) {
    await write(join(folder, 'a'), 'a\n');
    await git(folder, 'init', '--quiet', '--initial-branch', 'main');
    await commitAll(folder, git);
  }
  const vendor = join(project, 'vendor');
  await write(join(vendor, 'tools', 'clean'), '#!/bin/sh\ncat\n');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  await git(project, 'config', 'core.hooksPath', '.githooks');
  await write(join(project, 'tools', 'git', 'clean'), '#!/bin/sh\ncat\n');
  await git(project, 'config', 'filter.y.clean', 'sh ./tools/git/clean');
  await git(vendor, 'init', '--quiet', '--initial-branch', 'main');
  await git(vendor, 'config', 'core.hooksPath', '.git/own');
  await git(vendor, 'config', 'filter.x.clean', 'sh ./tools/clean');
  await mkdir(join(vendor, '.git', 'own'));
  await commitAll(vendor, git);
  await git(project, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'sub');
  await commitAll(project, git);
  await write(join(project, 'a'), 'b\n');
  await commitAll(project, git);
  await git(project, 'worktree', 'add', '--quiet', '-b', 'x', join(project, '.worktrees', 'x'));
  await git(project, 'worktree', 'add', '--quiet', '-b', 'wt', join(project, 'wt'));
  await git(project, 'init', '--quiet', 'loose');
}

/** A folder with a bare repository in it and a worktree beside that. */
async function furnishHouse(base: string, git: Git): Promise<void> {
  const [project, seed] = [join(base, 'project'), join(base, 'seed')];
  await write(join(seed, 'a'), 'a\n');
  await git(seed, 'init', '--quiet', '--initial-branch', 'main');
  await commitAll(seed, git);
  await git(base, 'clone', '--quiet', '--bare', seed, join(project, '.bare'));
  await write(join(project, '.git'), 'gitdir: ./.bare\n');
  await git(project, 'worktree', 'add', '--quiet', join(project, 'main'), 'main');
}

async function furnishApart(base: string, git: Git, folder: string): Promise<void> {
  const project = join(base, 'project');
  await git(base, 'init', '--quiet', '--initial-branch', 'main', '--separate-git-dir', folder, project);
  await git(project, 'add', 'a');
  await git(project, 'commit', '--quiet', '--message', 'one');
}

async function furnishBare(base: string, git: Git): Promise<void> {
  const project = join(base, 'project');
  await rename(project, join(base, 'files'));
  await git(base, 'init', '--quiet', '--bare', project);
}

/** Its `.steiner` is a link to credentials, as a project that was cloned can bring it. */
async function furnishLed(base: string, git: Git): Promise<void> {
  const project = join(base, 'project');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  await symlink('../home/.aws', join(project, '.steiner'));
  await commitAll(project, git);
}
