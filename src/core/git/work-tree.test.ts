import { chmod, lstat, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodePorts } from '../lib/node-ports.ts';
import type { Ports } from '../lib/ports.ts';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { Checkpoints } from './checkpoints.ts';
import { locateGit } from './locate.ts';
import { type GitRunner, runGit } from './run-git.ts';
import { WorkTree } from './work-tree.ts';

let workspace: TempWorkspace;
let ports: Ports;
let runner: GitRunner;
let now: number;
const opened: Checkpoints[] = [];
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'a.txt': 'one\n' } });
  ports = await createNodePorts({ vars: { PATH: process.env.PATH, HOME: workspace.home, STEINER_HOME: workspace.home } });
  runner = { processes: ports.processes, environment: ports.environment, owner: 'test' };
  now = 1_000_000;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((checkpoints) => checkpoints.close()));
  await ports.processes.close();
  await workspace.remove();
});

async function open(): Promise<Checkpoints> {
  const location = await locateGit(workspace.path);
  if (!location?.root) throw new Error('no repository');
  const tree = new WorkTree({ runner, folder: workspace.path, root: location.root, gitDir: location.gitDir });
  const checkpoints = new Checkpoints({ tree, clock: { ...ports.clock, now: () => now }, logger: ports.logger });
  opened.push(checkpoints);
  return checkpoints;
}

const file = (name: string) => join(workspace.path, name);
const text = (name: string) => readFile(file(name), 'utf8').catch(() => undefined);
const IDENTITY = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
const gitIn = async (name: string, ...args: readonly string[]) =>
  (await runGit(runner, { cwd: file(name), args: [...IDENTITY, ...args] })).toString().trim();

/** A repository of one commit that holds `b.txt`. */
async function repository(name: string, format = 'sha1'): Promise<void> {
  await mkdir(file(name), { recursive: true });
  await gitIn(name, 'init', '--quiet', '--object-format', format);
  await workspace.write({ [`${name}/b.txt`]: 'two\n', [`${name}/gone.txt`]: 'three\n', [`${name}/.gitignore`]: 'ignored\n' });
  await gitIn(name, 'add', '.');
  await gitIn(name, 'commit', '--quiet', '--message', 'first');
}

async function submoduleOf(outer: string, name: string): Promise<void> {
  await repository('source');
  await gitIn(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', file('source'), name);
  await gitIn(outer, 'commit', '--quiet', '--message', 'with a submodule');
  await rm(file('source'), { recursive: true });
}

const submodule = (name: string) => submoduleOf('.', name);

/** What git says of a repository. */
async function said(name: string): Promise<unknown> {
  const status = await gitIn(name, 'status', '--porcelain=v2', '--branch');
  return { status, head: await gitIn(name, 'rev-parse', 'HEAD'), log: await gitIn(name, 'log', '--all', '--format=%H') };
}

/** Everything a person can see of a repository. */
async function seen(name: string): Promise<unknown> {
  const all = await said(name);
  const index = await gitIn(name, 'rev-parse', '--path-format=absolute', '--git-path', 'index');
  return [all, (await readFile(index)).toString('hex')];
}

async function change(name: string): Promise<void> {
  await workspace.write({ [`${name}/b.txt`]: 'changed\n', [`${name}/new/file.txt`]: 'new\n', [`${name}/ignored`]: 'secret\n' });
  await rm(file(`${name}/gone.txt`));
  await writeFile(file(`${name}/large.bin`), Buffer.alloc(17 * 1024 * 1024));
}

const contents = (name: string) => Promise.all(['b.txt', 'gone.txt', 'new/file.txt', 'ignored'].map((path) => text(`${name}/${path}`)));
const planned = async (checkpoints: Checkpoints, turn = 't1') => {
  const { files, left } = await checkpoints.plan((await checkpoints.before('s', turn)) ?? '');
  return [...files.map(({ path, change: kind }) => `${kind} ${path}`), ...left.map(({ path, reason }) => `left ${path} ${reason}`)];
};
const goBack = async (checkpoints: Checkpoints, turn = 't1') => checkpoints.restore('s', turn, (await checkpoints.before('s', turn)) ?? '');

describe('a checkpoint of repositories inside', () => {
  it.each([
    ['a submodule', submodule],
    ['a repository that nothing names', repository],
  ])('brings back the files of %s like others, and leaves its index, HEAD and branches as they are', async (_, make) => {
    await make('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await change('sub');
    await gitIn('sub', 'commit', '--quiet', '--all', '--message', 'by a command');
    const before = [await seen('.'), await seen('sub')];
    await checkpoints.take('s', 't1', 'after');
    expect([await seen('.'), await seen('sub')]).toEqual(before);
    const after = await contents('sub');
    expect(await planned(checkpoints)).toEqual(['modified sub/b.txt', 'created sub/gone.txt', 'deleted sub/new/file.txt']);
    const present = await goBack(checkpoints);
    expect(await contents('sub')).toEqual(['two\n', 'three\n', undefined, 'secret\n']);
    expect((await lstat(file('sub/large.bin'))).size).toBe(17 * 1024 * 1024);
    expect(await gitIn('sub', 'log', '--format=%s')).toBe('by a command\nfirst');
    await checkpoints.restore('s', 't1', present);
    expect(await contents('sub')).toEqual(after);
  });

  it.each([
    ['sha1', 'sha256'],
    ['sha256', 'sha1'],
  ])('of which objects have other names, %s outside and %s inside, works alike, also in one another', async (outer, inner) => {
    await rm(file('.git'), { recursive: true });
    await repository('.', outer);
    await repository('sub', inner);
    await repository('sub/er', outer);
    const before = [await seen('.'), await seen('sub'), await seen('sub/er')];
    const first = await open();
    await first.take('s', 't1', 'before');
    expect([await seen('.'), await seen('sub'), await seen('sub/er')]).toEqual(before);
    await first.close();
    for (const name of ['sub', 'sub/er']) await change(name);
    const after = [await contents('sub'), await contents('sub/er')];
    for (const name of ['.', 'sub', 'sub/er']) await gitIn(name, 'gc', '--quiet', '--prune=now');
    const checkpoints = await open();
    const files = ['b.txt', 'gone.txt', 'new/file.txt'].map((name) => [`sub/${name}`, `sub/er/${name}`]);
    expect((await planned(checkpoints)).map((line) => line.replace(/^\w+ /, '')).toSorted()).toEqual(files.flat().toSorted());
    const present = await goBack(checkpoints);
    const kept = ['two\n', 'three\n', undefined, 'secret\n'];
    expect([await contents('sub'), await contents('sub/er')]).toEqual([kept, kept]);
    await checkpoints.restore('s', 't1', present);
    expect([await contents('sub'), await contents('sub/er')]).toEqual(after);
  });

  it('is taken again of one that was made anew with other names', async () => {
    await repository('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await rm(file('sub/.git'), { recursive: true });
    await repository('sub', 'sha256');
    expect(await planned(checkpoints)).toEqual(['left sub not_then']);
    await checkpoints.take('s', 't2', 'before');
    await change('sub');
    await goBack(checkpoints, 't2');
    expect(await contents('sub')).toEqual(['two\n', 'three\n', undefined, 'secret\n']);
  });

  it('goes on after a restart, at any depth, and with what git removes as unused', async () => {
    await submodule('deep/sub');
    await repository('deep/sub/er');
    const first = await open();
    await first.take('s', 't1', 'before');
    await first.close();
    await change('deep/sub/er');
    await workspace.write({ 'deep/sub/b.txt': 'changed\n', 'a.txt': 'changed\n' });
    for (const name of ['.', 'deep/sub', 'deep/sub/er']) await gitIn(name, 'gc', '--quiet', '--prune=now');
    await goBack(await open());
    expect([await contents('deep/sub/er'), await text('deep/sub/b.txt'), await text('a.txt')]).toEqual([
      ['two\n', 'three\n', undefined, 'secret\n'],
      'two\n',
      'one\n',
    ]);
  });

  it('runs nothing that the repository names, and keeps what it would convert byte by byte', async () => {
    await repository('sub');
    await writeFile(file('evil'), `#!/bin/sh\necho ran >> ${file('ran')}\ncat\n`);
    await chmod(file('evil'), 0o755);
    const settings = [
      'filter.x.clean',
      'filter.x.smudge',
      'filter.x.process',
      'core.fsmonitor',
      'core.sshCommand',
      'core.alternateRefsCommand',
    ];
    for (const name of settings) await gitIn('sub', 'config', name, file('evil'));
    await gitIn('sub', 'config', 'core.autocrlf', 'input');
    for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout'])
      await symlink(file('evil'), file(`sub/.git/hooks/${hook}`));
    await workspace.write({ 'sub/.gitattributes': '*.x filter=x\n', 'sub/lines.txt': 'a\r\nb\r\n', 'sub/f.x': 'as it is\n' });
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    // Of the same length as before, so that git would ask the filter whether it is the same.
    await workspace.write({
      'sub/.gitattributes': '* filter=x\n',
      'sub/lines.txt': 'a\nb\n',
      'sub/f.x': 'changed\n',
      'sub/b.txt': 'new\n',
    });
    await checkpoints.take('s', 't1', 'after');
    await goBack(checkpoints);
    const restored = await Promise.all(['sub/lines.txt', 'sub/f.x', 'sub/b.txt', 'ran'].map(text));
    expect(restored).toEqual(['a\r\nb\r\n', 'as it is\n', 'two\n', undefined]);
  });

  it('says which are left as they are, touches nothing of them, and brings back the rest', async () => {
    await repository('removed');
    await repository('moved');
    await repository('outside');
    await rename(file('outside'), join(workspace.home, 'outside'));
    await workspace.write({ 'became/b.txt': 'plain\n' });
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await repository('since');
    await rm(file('removed'), { recursive: true });
    await rm(file('moved/.git'), { recursive: true });
    await workspace.write({ 'moved/b.txt': 'changed\n', 'a.txt': 'changed\n' });
    await mkdir(file('linked'));
    await writeFile(file('linked/.git'), `gitdir: ${join(workspace.home, 'outside/.git')}\n`);
    await writeFile(file('linked/b.txt'), 'theirs\n');
    await symlink(join(workspace.home, 'outside'), file('link'));
    expect(await planned(checkpoints)).toEqual([
      'modified a.txt',
      'deleted link',
      'left linked elsewhere',
      'left moved gone',
      'left removed gone',
      'left since not_then',
    ]);
    await goBack(checkpoints);
    expect(await Promise.all(['a.txt', 'since/b.txt', 'moved/b.txt', 'linked/b.txt', 'removed/b.txt'].map(text))).toEqual([
      'one\n',
      'two\n',
      'changed\n',
      'theirs\n',
      undefined,
    ]);
    expect(await readFile(join(workspace.home, 'outside/b.txt'), 'utf8')).toBe('two\n');
  });

  it('brings back a submodule whose whole folder is gone, with those inside it; redo takes its files away again', async () => {
    await submodule('deep/sub');
    await submoduleOf('deep/sub', 'er');
    const first = await open();
    await first.take('s', 't1', 'before');
    await first.close();
    const before = [await said('.'), await said('deep/sub'), await said('deep/sub/er')];
    await rm(file('deep'), { recursive: true });
    const checkpoints = await open();
    const names = ['.gitignore', 'b.txt', 'er/.gitignore', 'er/b.txt', 'er/gone.txt', 'gone.txt'];
    const plan = await planned(checkpoints);
    expect(plan.toSorted()).toEqual(['.gitmodules', ...names].map((name) => `created deep/sub/${name}`).toSorted());
    const present = await goBack(checkpoints);
    expect(await Promise.all(['b.txt', 'gone.txt', 'er/b.txt'].map((name) => text(`deep/sub/${name}`)))).toEqual([
      'two\n',
      'three\n',
      'two\n',
    ]);
    expect([await said('.'), await said('deep/sub'), await said('deep/sub/er')]).toEqual(before);
    await checkpoints.restore('s', 't1', present);
    expect([await text('deep/sub/b.txt'), await text('deep/sub/er/b.txt'), await text('a.txt')]).toEqual([undefined, undefined, 'one\n']);
  });

  it('takes the folder of a submodule away again where the files cannot be brought back', async () => {
    await submodule('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await rm(file('sub'), { recursive: true });
    await workspace.write({ 'a.txt': 'changed\n' });
    // What has to be kept first cannot be: a file stands where the ref of it goes.
    await mkdir(file('.git/refs/steiner/checkpoints/s/t1'), { recursive: true });
    await writeFile(file('.git/refs/steiner/checkpoints/s/t1/1000000-rewound.lock'), '');
    await expect(goBack(checkpoints)).rejects.toThrow(/rewound/);
    expect([await lstat(file('sub')).catch(() => 'gone'), await text('a.txt')]).toEqual(['gone', 'changed\n']);
  });

  it('leaves a submodule of a checkpoint that an earlier version took, which names its commit', async () => {
    await submodule('sub');
    const tree = await gitIn('.', 'write-tree');
    await gitIn('.', 'update-ref', 'refs/steiner/checkpoints/s/t1/1-before', tree);
    await change('sub');
    const checkpoints = await open();
    expect(await planned(checkpoints)).toEqual(['left sub not_then']);
    await goBack(checkpoints);
    expect((await contents('sub'))[0]).toBe('changed\n');
  });

  it('leaves one that cannot be kept now, and keeps the others', async () => {
    await repository('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    // A folder stands where git writes the objects of this content.
    await workspace.write({ 'a.txt': 'changed\n', 'sub/b.txt': 'changed\n' });
    const object = (await gitIn('sub', 'hash-object', 'b.txt')).replace(/^(..)/, '$1/');
    await writeFile(file(`sub/.git/objects/${object.slice(0, 2)}`), '');
    expect(await planned(checkpoints)).toEqual(['modified a.txt', 'left sub not_now']);
    await goBack(checkpoints);
    expect([await text('a.txt'), await text('sub/b.txt')]).toEqual(['one\n', 'changed\n']);
  });

  it('lets go of what a checkpoint held in them once that is gone', async () => {
    await repository('sub');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await checkpoints.take('other', 't1', 'before');
    await checkpoints.prune(({ session }) => session === 's', false);
    now += 2 * 60 * 60 * 1_000;
    await checkpoints.take('other', 't1', 'after');
    const refs = await gitIn('sub', 'for-each-ref', '--format=%(refname)', 'refs/steiner');
    expect(refs.split('\n')).toEqual(['refs/steiner/inside/other/t1/1000000-before', 'refs/steiner/inside/other/t1/8200000-after']);
  });
});
