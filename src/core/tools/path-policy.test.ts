import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgePath, type PathPolicyOptions } from './path-policy.ts';
import { isBelow, realPathOf } from './paths.ts';

/** Not below `/tmp`, which the policy takes for the session's own. */
const BASE = '/var/tmp/steiner-policy-';

let base = '';
let options: PathPolicyOptions;

beforeAll(async () => {
  base = await realpath(await mkdtemp(BASE));
  const root = join(base, 'root');
  for (const folder of ['root/dir/sub', 'outside/deep', 'home/.ssh', 'tmp', 'artifacts', 'open'])
    await mkdir(join(base, folder), { recursive: true });
  await writeFile(join(base, 'outside', 'file'), '');
  await symlink('../outside', join(root, 'out'));
  await symlink(join(base, 'outside', 'file'), join(root, 'dir', 'file-link'));
  await symlink('../../outside/not-yet', join(root, 'dir', 'dangling'));
  await symlink('dir', join(root, 'in'));
  await symlink('loop', join(root, 'loop'));
  await symlink('../..', join(root, 'dir', 'up'));
  options = {
    root,
    home: join(base, 'home'),
    paths: { project_root_only: true, writable_paths: [join(base, 'open'), '/tmp/open'], blocked_paths: ['dir/blocked'] },
    secrets: [join(base, 'home', '.ssh')],
    artifacts: join(base, 'artifacts'),
    shut: [],
    mode: () => 'build',
  };
});

afterAll(() => rm(base, { recursive: true, maxRetries: 10 }));

async function judge(path: string, access: 'read' | 'write' = 'write') {
  const verdict = await judgePath({ path, access }, options, join(base, 'tmp'));
  return `${verdict.type} ${relative(base, verdict.path)}`;
}

test.each([
  ['a', 'allowed root/a'],
  ['./dir/../a/b/c', 'allowed root/a/b/c'],
  ['in/x', 'allowed root/dir/x'],
  ['../outside/x', 'ask outside/x'],
  ['out/x', 'ask outside/x'],
  ['out', 'ask outside'],
  ['dir/file-link', 'ask outside/file'],
  ['dir/dangling', 'ask outside/not-yet'],
  ['dir/up/outside/x', 'ask outside/x'],
  ['dir/up/root/x', 'allowed root/x'],
  ['loop', 'refused root/loop'],
  ['dir/blocked/x', 'refused root/dir/blocked/x'],
  ['in/blocked', 'refused root/dir/blocked'],
  ['~/x', 'ask home/x'],
  ['~/.ssh/id', 'refused home/.ssh/id'],
  ['/tmp/x/y', 'allowed tmp/x/y'],
  ['/tmp', 'allowed tmp'],
  ['/tmp/open/x', 'allowed ../../../tmp/open/x'],
  ['/tmp/../etc/passwd', 'ask ../../../etc/passwd'],
  ['.git', 'refused root/.git'],
  ['dir/.git/config', 'refused root/dir/.git/config'],
  ['.gitignore', 'allowed root/.gitignore'],
  ['.steiner/plans/a', 'allowed root/.steiner/plans/a'],
  ['.steiner/worktrees/a/b', 'refused root/.steiner/worktrees/a/b'],
])('a write to %s: %s', async (path, verdict) => {
  expect(await judge(path)).toBe(verdict);
});

test('reading: artifacts and git are open, secrets are not', async () => {
  expect(
    await Promise.all([join(base, 'artifacts', 'a'), '.git/config', '~/.ssh', join(base, 'open', 'a')].map((path) => judge(path, 'read'))),
  ).toEqual(['allowed artifacts/a', 'allowed root/.git/config', 'refused home/.ssh', 'allowed open/a']);
  expect(await judge(join(base, 'artifacts', 'a'))).toBe('ask artifacts/a');
  expect((await judgePath({ path: 'a\0b', access: 'read' }, options, undefined)).type).toBe('refused');
});

test('a project inside a secret folder is its own, what is around it is not', async () => {
  const around = { ...options, secrets: [base] };
  const verdicts = await Promise.all(['a', '../outside'].map((path) => judgePath({ path, access: 'read' }, around, undefined)));
  expect(verdicts.map(({ type }) => type)).toEqual(['allowed', 'refused']);
});

test('whatever the path, what is allowed really lies in the project or its tmp', async () => {
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    'dir',
    'sub',
    'in',
    'out',
    'up',
    'dangling',
    'file-link',
    'new',
    'deep',
    'outside',
    'root',
    'tmp',
  );
  const start = fc.constantFrom('', '/', '/tmp/', '~/');
  const property = fc.asyncProperty(start, fc.array(part, { maxLength: 8 }), async (from, parts) => {
    const verdict = await judgePath({ path: from + parts.join('/'), access: 'write' }, options, join(base, 'tmp'));
    if (verdict.type === 'refused') return;
    const inside = [options.root, join(base, 'tmp'), join(base, 'open'), '/tmp/open'].some((folder) => isBelow(verdict.path, folder));
    expect([verdict.type === 'allowed', await realPathOf(verdict.path)]).toEqual([inside, verdict.path]);
  });
  await fc.assert(property, { numRuns: 500 });
});

test('with project_root_only off, reading outside needs no question; writing and secrets stay as they are', async () => {
  const open = { ...options, paths: { ...options.paths, project_root_only: false } };
  const verdict = async (path: string, access: 'read' | 'write') => (await judgePath({ path, access }, open, join(base, 'tmp'))).type;
  expect([
    await verdict('../outside/x', 'read'),
    await verdict('../outside/x', 'write'),
    await verdict('~/.ssh/id', 'read'),
    await verdict('dir/blocked/x', 'read'),
  ]).toEqual(['allowed', 'ask', 'refused', 'refused']);
});

test("what the project's .steiner leads to is not written through its own name either", async () => {
  const root = join(base, 'root');
  await symlink('dir/sub', join(root, '.steiner'));
  try {
    expect(await judge('.steiner/config.yaml')).toBe('refused root/dir/sub/config.yaml');
    expect(await judge('dir/sub/config.yaml')).toBe('refused root/dir/sub/config.yaml');
    expect(await judge('dir/sub/config.yaml', 'read')).toBe('allowed root/dir/sub/config.yaml');
    expect(await judge('dir/other')).toBe('allowed root/dir/other');
  } finally {
    await rm(join(root, '.steiner'));
  }
});
