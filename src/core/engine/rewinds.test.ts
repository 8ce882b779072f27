import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId, TurnId } from '../../shared/ids.ts';
import type { Project } from '../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { Reply } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

const bash = (command: string): Reply => ({ calls: [{ name: 'bash', arguments: { command } }] });
const STORY: readonly Reply[] = [
  bash('echo one > a.txt'),
  { text: 'first' },
  bash('echo two > a.txt; echo new > b.txt; rm readme.txt'),
  { text: 'second' },
  { text: 'third' },
];

async function setup(git = true) {
  rig = await createEngineRig({ script: STORY, git });
  const project = await rig.open();
  const { id } = value(await project.createSession({})).summary;
  await runPrompt(rig, project, id, 'make one');
  await runPrompt(rig, project, id, 'make two');
  return { project, id };
}

async function look(project: Project, id: SessionId) {
  const view = fold(emptyView(), value(await project.openSession(id)).events);
  const files = ['a.txt', 'b.txt', 'readme.txt'].map((name) => readFile(join(rig.workspace.path, name), 'utf8').catch(() => undefined));
  const prompts = view.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
  return { prompts, files: await Promise.all(files), turns: view.starts.map(({ turn }) => turn as TurnId) };
}

const AFTER = ['two\n', 'new\n', undefined];
const BETWEEN = ['one\n', undefined, 'hello\n'];

describe('going back to before a turn', () => {
  it('takes files and conversation, says before what would change, and redo brings both back', async () => {
    const { project, id } = await setup();
    const before = await look(project, id);
    const [, second] = before.turns;
    if (!second) throw new Error('there are not two turns');
    expect(value(await project.rewinds.plan(id, second))).toEqual({
      files: 'kept',
      changes: [
        { path: 'a.txt', change: 'modified' },
        { path: 'b.txt', change: 'deleted' },
        { path: 'readme.txt', change: 'created' },
      ],
      left: [],
    });
    value(await project.rewinds.rewind(id, { turn: second, files: true, chat: true }));
    expect(await look(project, id)).toMatchObject({ prompts: ['make one'], files: BETWEEN });
    await writeFile(join(rig.workspace.path, 'a.txt'), 'mine\n');
    value(await project.rewinds.redo(id));
    expect(await look(project, id)).toEqual(before);
    expect(await project.rewinds.redo(id)).toMatchObject({ error: { message: 'There is nothing to redo.' } });
  });

  it('of the files alone leaves the conversation, and the other way round', async () => {
    const { project, id } = await setup();
    const [first, second] = (await look(project, id)).turns;
    if (!first || !second) throw new Error('there are not two turns');
    value(await project.rewinds.rewind(id, { turn: second, files: true, chat: false }));
    expect(await look(project, id)).toMatchObject({ prompts: ['make one', 'make two'], files: BETWEEN });
    value(await project.rewinds.rewind(id, { turn: first, files: false, chat: true }));
    expect(await look(project, id)).toMatchObject({ prompts: [], files: BETWEEN });
    value(await project.rewinds.redo(id));
    value(await project.rewinds.redo(id));
    expect(await look(project, id)).toMatchObject({ prompts: ['make one', 'make two'], files: AFTER });
  });

  it('has the model go on from there, after a restart too', async () => {
    const { project, id } = await setup();
    const [, second] = (await look(project, id)).turns;
    if (!second) throw new Error('there are not two turns');
    value(await project.rewinds.rewind(id, { turn: second, files: true, chat: true }));
    await rig.restart();
    const again = await rig.open();
    await runPrompt(rig, again, id, 'make three');
    const [, last] = [rig.server.requests.at(1), rig.server.requests.at(-1)].map((request) => request?.body.messages ?? []);
    const said = JSON.stringify(last);
    expect([said.includes('make one'), said.includes('make two'), said.includes('make three')]).toEqual([true, false, true]);
    expect((await look(again, id)).prompts).toEqual(['make one', 'make three']);
    expect(await again.rewinds.redo(id)).toMatchObject({ error: { code: 'bad_request' } });
  });

  it('outside a repository takes the conversation only, and says so', async () => {
    const { project, id } = await setup(false);
    const [first] = (await look(project, id)).turns;
    if (!first) throw new Error('there is no turn');
    expect(value(await project.rewinds.plan(id, first)).files).toBe('no_repository');
    expect(await project.rewinds.rewind(id, { turn: first, files: true, chat: true })).toMatchObject({
      error: { code: 'checkpoint_missing' },
    });
    value(await project.rewinds.rewind(id, { turn: first, files: false, chat: true }));
    expect((await look(project, id)).prompts).toEqual([]);
  });
});
