import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createNodePorts } from '../../lib/node-ports.ts';
import type { Ports } from '../../lib/ports.ts';
import { createTempWorkspace, type TempWorkspace } from '../../testing/temp-workspace.ts';
import { Checkpoints } from '../checkpoints.ts';
import { locateGit } from '../locate.ts';
import { type GitRunner, runGit } from '../run-git.ts';
import { WorkTree } from '../work-tree.ts';

/** A workspace with one file, made for each test of the file that imports this. */
export let workspace: TempWorkspace;
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

/** Those of the workspace; closed after the test. */
export async function open(): Promise<Checkpoints> {
  const location = await locateGit(workspace.path);
  if (!location?.root) throw new Error('no repository');
  const tree = new WorkTree({ runner, folder: workspace.path, root: location.root, gitDir: location.gitDir });
  const checkpoints = new Checkpoints({ tree, clock: { ...ports.clock, now: () => now }, logger: ports.logger });
  opened.push(checkpoints);
  return checkpoints;
}

export const file = (name: string) => join(workspace.path, name);
export const text = (name: string) => readFile(file(name), 'utf8').catch(() => undefined);
const IDENTITY = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
export const gitIn = async (name: string, ...args: readonly string[]) =>
  (await runGit(runner, { cwd: file(name), args: [...IDENTITY, ...args] })).toString().trim();

/** A repository of one commit that holds `b.txt`. */
export async function repository(name: string, format = 'sha1'): Promise<void> {
  await mkdir(file(name), { recursive: true });
  await gitIn(name, 'init', '--quiet', '--object-format', format);
  await workspace.write({ [`${name}/b.txt`]: 'two\n', [`${name}/gone.txt`]: 'three\n', [`${name}/.gitignore`]: 'ignored\n' });
  await gitIn(name, 'add', '.');
  await gitIn(name, 'commit', '--quiet', '--message', 'first');
}

export async function submoduleOf(outer: string, name: string): Promise<void> {
  await repository('source');
  await gitIn(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', file('source'), name);
  await gitIn(outer, 'commit', '--quiet', '--message', 'with a submodule');
  await rm(file('source'), { recursive: true });
}

export const submodule = (name: string) => submoduleOf('.', name);

/** What git says of a repository. */
export async function said(name: string): Promise<unknown> {
  const status = await gitIn(name, 'status', '--porcelain=v2', '--branch');
  return { status, head: await gitIn(name, 'rev-parse', 'HEAD'), log: await gitIn(name, 'log', '--all', '--format=%H') };
}

/** Everything a person can see of a repository. */
export async function seen(name: string): Promise<unknown> {
  const all = await said(name);
  const index = await gitIn(name, 'rev-parse', '--path-format=absolute', '--git-path', 'index');
  return [all, (await readFile(index)).toString('hex')];
}

/** What a command may do to a repository, with one file too large to be kept. */
export async function change(name: string): Promise<void> {
  await workspace.write({ [`${name}/b.txt`]: 'changed\n', [`${name}/new/file.txt`]: 'new\n', [`${name}/ignored`]: 'secret\n' });
  await rm(file(`${name}/gone.txt`));
  await writeFile(file(`${name}/large.bin`), Buffer.alloc(17 * 1024 * 1024));
}

export const contents = (name: string) =>
  Promise.all(['b.txt', 'gone.txt', 'new/file.txt', 'ignored'].map((path) => text(`${name}/${path}`)));
export const planned = async (checkpoints: Checkpoints, turn = 't1') => {
  const { files, left } = await checkpoints.plan((await checkpoints.before('s', turn)) ?? '');
  return [...files.map(({ path, change: kind }) => `${kind} ${path}`), ...left.map(({ path, reason }) => `left ${path} ${reason}`)];
};
export const goBack = async (checkpoints: Checkpoints, turn = 't1') =>
  checkpoints.restore('s', turn, (await checkpoints.before('s', turn)) ?? '');

/** The time by which checkpoints are kept, in milliseconds. */
export function passTime(milliseconds: number): void {
  now += milliseconds;
}
