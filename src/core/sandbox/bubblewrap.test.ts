import { expect, test } from 'vitest';
import { configSchema } from '../config/schema.ts';
import { argsIn, sandboxView } from './bubblewrap.ts';
import { limitedCommand } from './limits.ts';
import { hiddenPaths, type PolicyInput, sandboxPolicy } from './policy.ts';
import { NO_REPOSITORIES } from './repositories.ts';
import type { SandboxPolicy } from './sandbox.ts';
import { stagedView } from './staged-view.ts';
import type { Look, Seen } from './view-mounts.ts';

const SETTINGS = {
  config: configSchema.parse({}).sandbox,
  environment: { vars: {}, home: '/home/u', platform: 'linux' },
} as const;

const INPUT: PolicyInput = {
  ...SETTINGS,
  root: '/home/u/project',
  tmp: '/home/u/project/.steiner/tmp/sandbox-tmp/s',
  cache: '/home/u/project/.steiner/home/cache',
  access: 'write',
  notes: [],
  overlays: [],
  mounts: [],
  repositories: {
    ...NO_REPOSITORIES,
    own: {
      ...{
        common: '/home/u/project/.git',
        tree: '/home/u/project',
        belongs: true,
        bare: false,
        hashBytes: 20,
        modules: [],
        redirected: false,
      },
      ...{ links: [], missingConfigs: [], missingIncludes: [], hookFolders: [], configFiles: [] },
    },
  },
  writablePaths: [],
  hidden: hiddenPaths({
    ...SETTINGS,
    own: { config: '/home/u/.config/steiner', state: '/home/u/.local/state/steiner', cache: '/home/u/.cache/steiner' },
  }),
};

const COMMAND = { argv: ['true'], cwd: '/home/u/project' } as const;

function argsOf(policy: SandboxPolicy, look: Look): readonly string[] {
  return argsIn(sandboxView(policy, look), policy, COMMAND);
}

/** A host with these folders and files. A name with an arrow is a link to the other. */
function host(folders: readonly string[], files: readonly string[] = [], links: Readonly<Record<string, Seen>> = {}) {
  return (path: string): Seen | undefined => {
    if (folders.includes(path)) return { kind: 'folder', path };
    return files.includes(path) ? { kind: 'file', path } : links[path];
  };
}

function mountsOf(args: readonly string[]): string {
  return args
    .join(' ')
    .replace(/^.*--remount-ro \/dev /, '')
    .replace(/ --chdir.*$/s, '')
    .replace(/ (?=--)/g, '\n');
}

test('the whole line, in order', () => {
  const look = host(
    ['/home/u/.cache', '/home/u/project/.git', '/home/u/project/.git/hooks', '/home/u/.ssh'],
    ['/home/u/project/.git/config', '/home/u/.ssh/config', '/home/u/.npmrc'],
  );
  expect(
    argsOf(sandboxPolicy(INPUT), look)
      .join(' ')
      .replace(/ (?=--)/g, '\n')
      .split('\n'),
  ).toEqual([
    '--unshare-all',
    '--share-net',
    '--die-with-parent',
    '--new-session',
    '--cap-drop ALL',
    '--unsetenv STEINER_PROCESS',
    '--ro-bind / /',
    '--dev /dev',
    '--proc /proc',
    '--perms 1777',
    '--size 1073741824',
    '--tmpfs /dev/shm',
    '--remount-ro /dev',
    '--bind /home/u/project/.steiner/home/cache /home/u/.cache',
    '--ro-bind /dev/null /home/u/.npmrc',
    '--tmpfs /home/u/.ssh',
    '--ro-bind /home/u/.ssh/config /home/u/.ssh/config',
    '--bind /home/u/project /home/u/project',
    '--bind /home/u/project/.git /home/u/project/.git',
    '--ro-bind /home/u/project/.git/config /home/u/project/.git/config',
    '--ro-bind /home/u/project/.git/hooks /home/u/project/.git/hooks',
    '--bind /home/u/project/.steiner/tmp/sandbox-tmp/s /tmp',
    '--remount-ro /home/u/.ssh',
    '--chdir /home/u/project',
    `-- ${limitedCommand({ processes: 4096, fileBytes: 32 * 1024 ** 3 }, ['true']).join(' ')}`,
  ]);
});

test('a missing hooks folder is covered, but no folder is made for a repository that is gone', () => {
  const policy = sandboxPolicy(INPUT);
  expect(mountsOf(argsOf(policy, host(['/home/u/project/.git'])))).toContain('--tmpfs /home/u/project/.git/hooks');
  expect(mountsOf(argsOf(policy, host([])))).not.toContain('.git');
});

test('a project inside a hidden folder is shown, the rest of the folder is not', () => {
  const root = '/home/u/.local/state/steiner/demo';
  const look = host(['/home/u/.local/state/steiner']);
  expect(
    mountsOf(argsOf(sandboxPolicy({ ...INPUT, root, repositories: NO_REPOSITORIES }), look))
      .split('\n')
      .slice(0, 2),
  ).toEqual(['--tmpfs /home/u/.local/state/steiner', `--bind ${root} ${root}`]);
});

test('a secret that is a link is covered where it really lies', () => {
  const links = { '/home/u/.aws': { kind: 'folder', path: '/data/aws' }, '/home/u/.npmrc': { kind: 'file', path: '/data/npmrc' } } as const;
  const mounts = mountsOf(argsOf(sandboxPolicy({ ...INPUT, repositories: NO_REPOSITORIES }), host([], [], links)));
  expect(mounts.split('\n').slice(0, 2)).toEqual(['--tmpfs /data/aws', '--ro-bind /dev/null /data/npmrc']);
});

test('an inner rule wins over the folder around it, whatever the configuration opens', () => {
  const config = configSchema.parse({
    sandbox: {
      network: 'off',
      host_mounts: [
        { path: '~', mode: 'rw' },
        { path: '/', mode: 'rw' },
      ],
    },
  }).sandbox;
  const look = host(['/home/u', '/home/u/.aws', '/home/u/project/.git', '/home/u/project/.git/hooks', '/']);
  const args = argsOf(sandboxPolicy({ ...INPUT, config }), look);
  expect(args).not.toContain('--share-net');
  expect(mountsOf(args).split('\n')).toEqual([
    '--bind /home/u /home/u',
    '--tmpfs /home/u/.aws',
    '--bind /home/u/project /home/u/project',
    '--bind /home/u/project/.git /home/u/project/.git',
    '--ro-bind /home/u/project/.git/hooks /home/u/project/.git/hooks',
    '--bind /home/u/project/.steiner/tmp/sandbox-tmp/s /tmp',
    '--remount-ro /home/u/.aws',
  ]);
});

test('a stage has the mounts, and a sandbox in it what commands must not share', () => {
  const look = host(['/home/u/.ssh', '/home/u/project/.git', '/home/u/project/.git/hooks'], ['/home/u/project/.git/config']);
  const policy = sandboxPolicy(INPUT);
  const staged = stagedView(policy, look, { program: '/usr/bin/bwrap', traits: { masks: ['/proc/sys'], leaked: [] } });
  const mounts = mountsOf(argsOf(policy, look)).split('\n');
  expect(
    staged?.stage
      .join(' ')
      .replace(/ (?=--)/g, '\n')
      .split('\n'),
  ).toEqual([
    ...['--unshare-user', '--die-with-parent', '--cap-drop ALL', '--ro-bind / /', '--dev /dev', '--bind /proc /proc'],
    ...mounts,
    '--remount-ro /dev',
  ]);
  expect(
    staged?.view
      .join(' ')
      .replace(/ (?=--)/g, '\n')
      .split('\n'),
  ).toEqual([
    ...['--unshare-all', '--share-net', '--die-with-parent', '--new-session', '--cap-drop ALL', '--unsetenv STEINER_PROCESS'],
    ...['--dev-bind / /', '--proc /proc', '--perms 1777', '--size 1073741824', '--tmpfs /dev/shm', '--ro-bind /proc/sys /proc/sys'],
  ]);
});

test('there is no stage where a sandbox would cover its mounts, or where they would cover bubblewrap', () => {
  const policy = sandboxPolicy(INPUT);
  const traits = { masks: [], leaked: [] };
  const look = host(['/dev/shm/shared']);
  const opened = { ...policy, writable: [...policy.writable, '/dev/shm/shared'] };
  expect(stagedView(policy, look, { program: '/usr/bin/bwrap', traits })).toBeDefined();
  expect(stagedView(opened, look, { program: '/usr/bin/bwrap', traits })).toBeUndefined();
  expect(stagedView(policy, look, { program: '/tmp/bwrap', traits })).toBeUndefined();
});
