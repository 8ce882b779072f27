import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodePorts } from '../lib/node-ports.ts';
import type { Ports } from '../lib/ports.ts';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { Checkpoints } from './checkpoints.ts';
import { locateGit } from './locate.ts';
import { WorkTree } from './work-tree.ts';

let workspace: TempWorkspace;
let ports: Ports;
const opened: Checkpoints[] = [];
beforeEach(async () => {
  workspace = await createTempWorkspace({
    files: { 'a.txt': 'one\n', 'deep/er/b.txt': 'two\n', 'gone.txt': 'three\n', '.gitignore': 'ignored\n', 'sub/c.txt': 'c\n' },
  });
  ports = await createNodePorts({ vars: { PATH: process.env.PATH, HOME: workspace.home, STEINER_HOME: workspace.home } });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((checkpoints) => checkpoints.close()));
  await ports.processes.close();
  await workspace.remove();
});

/** Does something between the keeping of the files and their replacement. */
class DisturbedTree extends WorkTree {
  disturb: () => Promise<void> = async () => {};
  override async apply(...parts: Parameters<WorkTree['apply']>): Promise<void> {
    await this.disturb();
    await super.apply(...parts);
  }
}

async function open(folder = workspace.path, disturb?: () => Promise<void>): Promise<Checkpoints> {
  const location = await locateGit(folder);
  if (!location?.root) throw new Error('no repository');
  const runner = { processes: ports.processes, environment: ports.environment, owner: 'test' };
  const tree = new DisturbedTree({ runner, folder, root: location.root, gitDir: location.gitDir });
  if (disturb) tree.disturb = disturb;
  const checkpoints = new Checkpoints({ tree, clock: ports.clock, logger: ports.logger });
  opened.push(checkpoints);
  return checkpoints;
}

const file = (name: string) => join(workspace.path, name);
const text = (name: string) => readFile(file(name), 'utf8').catch(() => undefined);

/** Everything a person can see of the repository. */
async function seen(): Promise<unknown> {
  // First and alone: it writes the index anew when a file is as new as that.
  const status = await workspace.git('status', '--porcelain=v2', '--branch');
  const [head, staged, log, index] = await Promise.all([
    workspace.git('rev-parse', 'HEAD'),
    workspace.git('diff', '--cached'),
    workspace.git('log', '--all', '--format=%H'),
    readFile(file('.git/index')),
  ]);
  return { status, head, staged, log, index: index.toString('hex') };
}

async function change(): Promise<void> {
  await workspace.write({ 'a.txt': 'changed\n', 'new/file.txt': 'new\n', ignored: 'secret\n' });
  await rm(file('gone.txt'));
  await symlink('a.txt', file('link'));
  await writeFile(file('run.sh'), '#!/bin/sh\n');
  await chmod(file('run.sh'), 0o755);
}

describe('a checkpoint', () => {
  it('brings back changed, deleted and new files, links and modes, and redo brings the change back', async () => {
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await change();
    const before = (await checkpoints.before('s', 't1')) ?? '';
    expect((await checkpoints.plan(before)).files.map(({ path, change: kind }) => `${kind} ${path}`)).toEqual([
      'modified a.txt',
      'created gone.txt',
      'deleted link',
      'deleted new/file.txt',
      'deleted run.sh',
    ]);
    const { present } = await checkpoints.restore('s', 't1', before);
    const restored = await Promise.all(['a.txt', 'gone.txt', 'new/file.txt', 'ignored'].map(text));
    expect(restored).toEqual(['one\n', 'three\n', undefined, 'secret\n']);
    expect(await workspace.git('status', '--porcelain')).toBe('');
    await checkpoints.restore('s', 't1', present);
    expect([await text('a.txt'), await text('gone.txt'), await readlink(file('link'))]).toEqual(['changed\n', undefined, 'a.txt']);
    expect((await lstat(file('run.sh'))).mode & 0o777).toBe(0o755);
    await expect(lstat(file('new'))).resolves.toBeDefined();
  });

  it('is not seen: status, index, HEAD, branches and log stay as they are', async () => {
    await workspace.write({ 'a.txt': 'staged\n' });
    await workspace.git('add', 'a.txt');
    await workspace.write({ 'a.txt': 'and changed again\n', 'untracked.txt': 'u\n' });
    const before = await seen();
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await checkpoints.take('s', 't1', 'after');
    expect(await seen()).toEqual(before);
    expect((await workspace.git('for-each-ref', '--format=%(refname) %(objecttype)', 'refs/steiner')).split('\n')).toEqual([
      expect.stringMatching(/^refs\/steiner\/checkpoints\/s\/t1\/\d+-before tree$/),
      expect.stringMatching(/^refs\/steiner\/checkpoints\/s\/t1\/\d+-after tree$/),
    ]);
    await workspace.git('gc', '--prune=now', '--quiet');
    expect(await checkpoints.before('s', 't1')).toBeDefined();
  });

  it('holds what a person changes between turns, also with a conflict', async () => {
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await workspace.git('switch', '--quiet', '--create', 'other');
    await workspace.commit('theirs', { 'a.txt': 'theirs\n' });
    await workspace.git('switch', '--quiet', 'main');
    await workspace.commit('ours', { 'a.txt': 'ours\n' });
    await workspace.git('merge', '--quiet', 'other').catch(() => undefined);
    await checkpoints.take('s', 't2', 'before');
    const conflict = await text('a.txt');
    await workspace.write({ 'a.txt': 'resolved\n' });
    await checkpoints.restore('s', 't2', (await checkpoints.before('s', 't2')) ?? '');
    expect([conflict, await text('a.txt')]).toEqual([expect.stringContaining('<<<<<<<'), conflict]);
  });

  it('works before the first commit', async () => {
    await rm(file('.git'), { recursive: true, maxRetries: 10 });
    await workspace.git('init', '--quiet');
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await workspace.write({ 'a.txt': 'changed\n' });
    await checkpoints.restore('s', 't1', (await checkpoints.before('s', 't1')) ?? '');
    expect([await text('a.txt'), (await workspace.git('status', '--porcelain')).includes('?? a.txt')]).toEqual(['one\n', true]);
  });

  it('leaves large and unreadable files alone', async () => {
    await writeFile(file('large.bin'), Buffer.alloc(17 * 1024 * 1024));
    const checkpoints = await open();
    await checkpoints.take('s', 't1', 'before');
    await workspace.write({ 'large.bin': 'small now\n', 'a.txt': 'changed\n' });
    await writeFile(file('large.bin'), Buffer.alloc(18 * 1024 * 1024));
    await checkpoints.restore('s', 't1', (await checkpoints.before('s', 't1')) ?? '');
    expect([await text('a.txt'), (await lstat(file('large.bin'))).size]).toEqual(['one\n', 18 * 1024 * 1024]);
  });

  it('of a part of a repository touches that part only', async () => {
    const checkpoints = await open(file('sub'));
    await checkpoints.take('s', 't1', 'before');
    await workspace.write({ 'sub/c.txt': 'changed\n', 'sub/d.txt': 'new\n', 'a.txt': 'not ours\n' });
    await checkpoints.restore('s', 't1', (await checkpoints.before('s', 't1')) ?? '');
    expect(await Promise.all(['sub/c.txt', 'sub/d.txt', 'a.txt'].map(text))).toEqual(['c\n', undefined, 'not ours\n']);
  });

  it('that cannot be taken is logged and stops nothing', async () => {
    const checkpoints = await open();
    await promisify(execFile)('rm', ['-rf', file('.git/objects')]);
    expect(await checkpoints.take('s', 't1', 'before')).toBe(undefined);
  });
});

it('a folder that became a file, and back', async () => {
  const checkpoints = await open();
  await checkpoints.take('s', 't1', 'before');
  await rm(file('sub'), { recursive: true, maxRetries: 10 });
  await writeFile(file('sub'), 'a file now\n');
  const before = (await checkpoints.before('s', 't1')) ?? '';
  const { present } = await checkpoints.restore('s', 't1', before);
  expect(await text('sub/c.txt')).toBe('c\n');
  await checkpoints.restore('s', 't1', present);
  expect(await text('sub')).toBe('a file now\n');
});

describe('a file that is saved while files are brought back', () => {
  it.each([
    ['is changed', () => writeFile(file('a.txt'), 'saved\n'), 'saved\n', undefined],
    [
      'is replaced',
      async () => {
        await writeFile(file('a.new'), 'CHANGED\n');
        await rename(file('a.new'), file('a.txt'));
      },
      'CHANGED\n',
      undefined,
    ],
    ['is removed', () => rm(file('a.txt')), undefined, undefined],
    ['appears', () => writeFile(file('gone.txt'), 'new here\n'), 'changed\n', 'new here\n'],
  ] as const)('loses nothing when it %s: everything is as it was then', async (_, disturb, a, gone) => {
    let disturbing = true;
    const checkpoints = await open(workspace.path, async () => {
      if (disturbing) await disturb();
    });
    await checkpoints.take('s', 't1', 'before');
    await change();
    const before = (await checkpoints.before('s', 't1')) ?? '';
    await expect(checkpoints.restore('s', 't1', before)).rejects.toThrow('was changed at the same moment');
    expect(await Promise.all(['a.txt', 'gone.txt', 'new/file.txt', 'run.sh'].map(text))).toEqual([a, gone, 'new\n', '#!/bin/sh\n']);
    expect((await readdir(workspace.path)).filter((name) => name.startsWith('.steiner-restore'))).toEqual([]);
    disturbing = false;
    await checkpoints.restore('s', 't1', before);
    expect(await Promise.all(['a.txt', 'gone.txt', 'new/file.txt'].map(text))).toEqual(['one\n', 'three\n', undefined]);
  });
});
