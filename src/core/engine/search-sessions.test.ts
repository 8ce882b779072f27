import { afterEach, expect, it } from 'vitest';
import type { SessionId } from '../../shared/ids.ts';
import { markedParts } from '../../shared/search.ts';
import type { Project } from '../engine.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';

let rig: EngineRig;
afterEach(() => rig.close());

async function talk(project: Project, prompt: string): Promise<SessionId> {
  const { summary } = value(await project.createSession({}));
  await runPrompt(rig, project, summary.id, prompt);
  return summary.id;
}

async function find(project: Project, query: string, options?: { readonly all: boolean }) {
  const { hits } = value(await project.library.search(query, options));
  return hits.map((hit) => [hit.role, hit.title, ...markedParts(hit).flatMap(({ text, found }) => (found ? [text] : []))]);
}

it('finds words in titles, prompts, answers and results, whatever stands in them, newest session first', async () => {
  const awkward = 'C:\\temp "quoted" (a+b)* ünïcode';
  rig = await createEngineRig({
    script: [
      { text: 'The lighthouse is lit.' },
      { calls: [{ name: 'bash', arguments: { command: 'echo lighthouse keeper' } }] },
      { text: 'ok' },
    ],
  });
  const project = await rig.open();
  await talk(project, 'First question');
  await talk(project, `Second: ${awkward}`);
  expect(await find(project, 'LIGHTHOUSE')).toEqual([
    ['tool', `Second: ${awkward}`, 'lighthouse'],
    ['assistant', 'First question', 'lighthouse'],
  ]);
  expect((await find(project, awkward)).map(([role]) => role)).toEqual(['title', 'user']);
  expect(await find(project, 'question')).toEqual([
    ['title', 'First question', 'question'],
    ['user', 'First question', 'question'],
  ]);
  expect(await find(project, 'tool_call')).toEqual([]);
  expect(await find(project, 'isError')).toEqual([]);
});

it('looks into archived sessions but not into the trash, and into other projects only when asked', async () => {
  rig = await createEngineRig({ script: [{ text: 'one' }, { text: 'two' }, { text: 'three' }] });
  const project = await rig.open();
  const [archived, trashed] = [await talk(project, 'archived harbour'), await talk(project, 'deleted harbour')];
  value(await project.library.mark(archived, { archived: true }));
  value(await project.library.trash(trashed));
  await rig.workspace.write({ 'sub/a.txt': '' });
  const other = value(await rig.engine.openProject(`${rig.workspace.path}/sub`));
  other.listen((upward) => {
    if (upward.type === 'events') for (const { event } of upward.events) rig.events.record(event);
  });
  await talk(other, 'other harbour');
  expect((await find(project, 'harbour')).map(([, title]) => title)).toEqual(['archived harbour', 'archived harbour']);
  const { hits } = value(await project.library.search('harbour', { all: true }));
  expect(new Set(hits.map((hit) => hit.project))).toEqual(new Set([rig.workspace.path, other.path]));
});

it('gives up a search that another one overtakes', async () => {
  rig = await createEngineRig({ script: [{ text: 'one' }] });
  const project = await rig.open();
  await talk(project, 'harbour');
  const [first, second] = await Promise.all([project.library.search('har'), project.library.search('harb')]);
  expect([first, second.ok]).toMatchObject([{ error: { code: 'cancelled' } }, true]);
});
