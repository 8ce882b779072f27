import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId, TurnId } from '../../shared/ids.ts';
import type { Project } from '../engine.ts';
import { Checkpoints } from '../git/checkpoints.ts';
import { WorkTree } from '../git/work-tree.ts';
import { createNodePorts } from '../lib/node-ports.ts';
import { projectFolder } from '../store/paths.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import { createRewindJournal } from './rewind-journal.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const NAMES = ['readme.txt', 'new.txt', 'gone.txt'];
const AFTER = ['two\n', 'made\n', undefined];

const texts = () => Promise.all(NAMES.map((name) => readFile(join(rig.workspace.path, name), 'utf8').catch(() => undefined)));
const command = 'echo two > readme.txt; echo made > new.txt; rm gone.txt';

async function notices(project: Project, id: SessionId): Promise<readonly string[]> {
  const { items } = fold(emptyView(), value(await project.openSession(id)).events);
  return items.flatMap((item) => (item.kind === 'notice' ? [item.message] : []));
}

/** A turn that changed files; then its files went back, and the process ended before its log could tell. */
async function cutOff(gone = true): Promise<SessionId> {
  const script = [{ calls: [{ name: 'bash', arguments: { command } }] }, { text: 'Done.' }];
  rig = await createEngineRig({ script, files: { 'readme.txt': 'one\n', 'gone.txt': 'three\n' } });
  const project = await rig.open();
  const { id } = value(await project.createSession({})).summary;
  await runPrompt(rig, project, id, 'go');
  const [turn] = fold(emptyView(), value(await project.openSession(id)).events).starts.map((start) => start.turn as TurnId);
  await rig.engine.close();
  const { path, home } = rig.workspace;
  const ports = await createNodePorts({ vars: { PATH: process.env.PATH, HOME: home, STEINER_HOME: home } });
  const runner = { processes: ports.processes, environment: ports.environment, owner: 'test' };
  const checkpoints = new Checkpoints({ ...ports, tree: new WorkTree({ runner, folder: path, root: path, gitDir: join(path, '.git') }) });
  const tree = await checkpoints.before(id, turn ?? '');
  await checkpoints.restore(id, turn ?? '', tree ?? '', async (step) => {
    await createRewindJournal(ports, path).begin({ session: id, events: 1_000, step });
  });
  await checkpoints.close();
  await ports.processes.close();
  expect(await texts()).toEqual(['one\n', undefined, 'three\n']);
  if (gone) await disown();
  return id;
}

const journals = async () => (await readdir(stateOf())).filter((name) => name.startsWith('rewind-'));
const stateOf = () => projectFolder(join(rig.workspace.home, 'state'), rig.workspace.path);

/** Its process is another one, which is gone. */
async function disown(): Promise<void> {
  for (const name of await journals()) {
    const file = join(stateOf(), name);
    const entry = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...entry, holder: { ...entry.holder, started: '1' } }));
  }
}

test('files that went back before the log could tell are as before at the next start, and the session says so once', async () => {
  const id = await cutOff();
  await rig.restart();
  const project = await rig.open();
  expect([await texts(), await journals()]).toEqual([AFTER, []]);
  const said = ['Steiner ended while it was going back. The files are as they were before that.'];
  expect(await notices(project, id)).toEqual(said);
  await rig.restart();
  expect(await notices(await rig.open(), id)).toEqual(said);
});

test('a file that somebody changed since stays so, and what it was is named', async () => {
  const id = await cutOff();
  await writeFile(join(rig.workspace.path, 'readme.txt'), 'mine\n');
  await rig.restart();
  const project = await rig.open();
  expect(await texts()).toEqual(['mine\n', ...AFTER.slice(1)]);
  const [said = ''] = await notices(project, id);
  const [, tree = ''] = /before that, but for readme\.txt: changed since.* the tree ([0-9a-f]{40})\.$/.exec(said) ?? [];
  expect(await rig.workspace.git('show', `${tree}:readme.txt`)).toBe('two');
});

test('a rewind of a process that lives is left alone', async () => {
  await cutOff(false);
  await rig.restart();
  await rig.open();
  expect([await texts(), (await journals()).length]).toEqual([['one\n', undefined, 'three\n'], 1]);
});
