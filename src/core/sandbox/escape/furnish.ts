import { mkdir, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { dirname, join } from 'node:path';
import type { ArenaName } from './case.ts';
import { SECRET_FILES } from './cases/secrets.ts';
import { answerAt, type HostTargets } from './host-targets.ts';

const FOREIGN_SOCKETS = ['podman/podman.sock', 'bus', 'systemd/private', 'wayland-0', 'emacs/server'];

/** Git as the person has it. Gives what it printed. */
export type Git = (cwd: string, ...args: readonly string[]) => Promise<string>;

/** A repository that does not lie as most do. Paths count from the base of the arena. */
export interface Layout {
  furnish(base: string, git: Git): Promise<void>;
  /** What has to be the same afterwards. */
  readonly guarded: readonly string[];
  /** Where the person uses git afterwards. */
  readonly visited: readonly string[];
}

interface Repository {
  readonly name: ArenaName;
  readonly layout: Layout | undefined;
}

/** What every arena has, and its repository. */
export async function furnish(base: string, { canary }: HostTargets, git: Git, { name, layout }: Repository): Promise<readonly Server[]> {
  const [home, project] = [join(base, 'home'), join(base, 'project')];
  const files: Record<string, string> = {
    'outside/file': 'outside\n',
    'outside/plain': `${canary}\n`,
    'shared/a': 'shared\n',
    'steiner/state/sessions/x': canary,
    'steiner/config/config.yaml': canary,
    'home/.cache/pip/wheel': canary,
    'home/.ssh/known_hosts': 'example\n',
    'home/.gitconfig': '[user]\n\tname = Person\n\temail = person@example.invalid\n',
    ...Object.fromEntries(SECRET_FILES.map((file) => [`home/${file}`, `${canary} https://u:${canary}@example.com\n`])),
    'project/a': 'a\n',
    'project/src/a': 'a\n',
  };
  for (const [path, content] of Object.entries(files)) await write(join(base, path), content);
  const sockets = FOREIGN_SOCKETS.map((path) => answerAt(join(base, 'runtime', path), canary));
  const servers = await Promise.all([
    ...sockets,
    answerAt(join(home, '.docker', 'run', 'docker.sock'), canary),
    answerAt(join(base, 'runtime', 'agent'), 'answered'),
  ]);
  await git(base, 'init', '--quiet', join(base, 'victim'));
  await git(join(base, 'victim'), 'config', 'core.hooksPath', 'scripts/git');
  if (layout) await layout.furnish(base, git);
  else if (name !== 'plain') await furnishRepository(project, git);
  if (name === 'worktree') await furnishWorktrees(base, project, git);
  return servers;
}

async function furnishRepository(project: string, git: Git): Promise<void> {
  const common = join(project, '.git');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  await write(join(project, '.husky', '_', 'pre-push'), '#!/bin/sh\n');
  await write(join(project, '.husky', 'pre-push'), 'true\n');
  await write(join(project, '.gitshared'), '[alias]\n\tone = log -1\n');
  await git(project, 'config', 'core.hooksPath', '.husky/_');
  await git(project, 'config', 'include.path', '../.gitshared');
  await git(project, 'config', 'extensions.worktreeConfig', 'true');
  await write(join(common, 'hooks', 'pre-commit.sample'), '#!/bin/sh\n');
  await write(join(common, 'modules', 'libs', 'sub', 'HEAD'), 'ref: refs/heads/main\n');
  await write(join(common, 'modules', 'libs', 'sub', 'config'), '[core]\n');
  await git(project, 'add', '--all');
  await git(project, 'commit', '--quiet', '--message', 'one');
}

async function furnishWorktrees(base: string, project: string, git: Git): Promise<void> {
  await git(project, 'worktree', 'add', '--quiet', '-b', 'side', join(base, 'tree'));
  await git(project, 'worktree', 'add', '--quiet', '-b', 'other', join(base, 'other'));
}

/** Everything here has to be the same afterwards. What a command may write itself is not in it. */
export function guardedPaths(base: string, { name, layout }: Repository): readonly string[] {
  const shared = [
    'outside',
    'home/.ssh',
    'home/.gitconfig',
    'home/.bashrc',
    'home/.profile',
    'home/.config',
    'home/.cache',
    'home/.npmrc',
    'home/.local',
    'victim/.git/x',
    'shared',
  ];
  const git = [
    'project/.git/hooks',
    'project/.git/config',
    'project/.git/config.worktree',
    'project/.git/commondir',
    'project/.husky',
    'project/.gitshared',
  ];
  const modules = ['config', 'hooks', 'commondir'].map((entry) => `project/.git/modules/libs/sub/${entry}`);
  const others = [
    'project/a',
    'project/.git/HEAD',
    'project/.git/index',
    'other',
    'tree/.git',
    'project/.git/worktrees/other/HEAD',
    'project/.git/worktrees/tree/gitdir',
  ];
  const ownTree = ['commondir', 'config.worktree'].map((entry) => `project/.git/worktrees/tree/${entry}`);
  const whole = layout ? layout.guarded : name === 'plain' ? [] : [...git, ...modules];
  const further =
    name === 'worktree' ? [...others, ...ownTree] : name === 'plan' ? ['project/a', 'project/src', 'project/new', 'project/.git'] : [];
  return [...shared, ...whole, ...further].map((path) => join(base, path));
}

export async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
