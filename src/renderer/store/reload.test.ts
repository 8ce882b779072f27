import { expect, test } from 'vitest';
import { approvalIdSchema } from '../../shared/ids.ts';
import { type FakeHost, fakeHost } from '../testing/fake-host.ts';
import { PROJECT, SESSIONS } from '../testing/fixtures.ts';
import { scene } from '../testing/scenes.ts';
import { createCommands } from './commands.ts';
import { createCore } from './core.ts';
import { keepOverReload, type PageMemory } from './reload.ts';

function memory(first: string | null = null): PageMemory {
  let kept = first;
  return {
    getItem: () => kept,
    setItem: (_key, value) => {
      kept = value;
    },
  };
}

async function load(host: FakeHost, kept: PageMemory) {
  const core = createCore(host.client);
  keepOverReload(core, kept);
  const commands = createCommands(core);
  await commands.boot();
  const page = () => {
    const { current, inspectorTab, diffStyle } = core.get();
    return { current, inspectorTab, diffStyle };
  };
  return { commands, core, page };
}

const other = SESSIONS[1]?.id;
const newest = SESSIONS[0]?.id;

test('a reload shows the same session, tab and way to show a diff', async () => {
  if (other === undefined) throw new Error('there is no second session');
  const host = fakeHost(scene('finished'));
  const kept = memory();
  const { commands, page } = await load(host, kept);
  commands.setInspectorTab('prefix');
  commands.setDiffStyle('split');
  await commands.openSession(other);
  const again = await load(host, kept);
  expect([page(), again.page()]).toEqual(Array(2).fill({ current: other, inspectorTab: 'prefix', diffStyle: 'split' }));
});

test('an answer that is being written is there after a reload, until the question is answered', async () => {
  const host = fakeHost(scene('approval'));
  const kept = memory();
  const { commands } = await load(host, kept);
  const question = approvalIdSchema.parse('a-c8');
  commands.draftAnswer(question, { reason: 'use the project' });
  commands.draftAnswer(question, { rule: '/home/ana/*' });
  const again = await load(host, kept);
  expect(again.core.get().answers).toEqual({ 'a-c8': { reason: 'use the project', rule: '/home/ana/*' } });
  if (newest === undefined) throw new Error('there is no session');
  await again.commands.answerApproval(newest, question, { type: 'deny' });
  expect((await load(host, kept)).core.get().answers).toEqual({});
});

test('a reload on the empty page shows the empty page', async () => {
  const host = fakeHost(scene('finished'));
  const kept = memory();
  const { commands } = await load(host, kept);
  commands.newSession();
  expect((await load(host, kept)).page().current).toBe(null);
});

test('a project that a person opens later is not shown as another one was', async () => {
  const kept = memory();
  const { commands } = await load(fakeHost(scene('finished')), kept);
  commands.setInspectorTab('session');
  commands.newSession();
  const elsewhere = fakeHost({ ...scene('finished'), project: { ...PROJECT, path: '/elsewhere' } });
  expect((await load(elsewhere, kept)).page()).toEqual({ current: newest, inspectorTab: 'changes', diffStyle: 'unified' });
});

test.each(['{', 'null', '{"project":1}'])('what cannot be read is as good as nothing: %s', async (text) => {
  const { page } = await load(fakeHost(scene('finished')), memory(text));
  expect(page()).toEqual({ current: newest, inspectorTab: 'changes', diffStyle: 'unified' });
});
