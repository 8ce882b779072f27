import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Upward } from '../../shared/ipc.ts';
import { createEngineRig, type EngineRig, runPrompt, value } from '../testing/engine-rig.ts';
import type { Script } from '../testing/model-script.ts';

let rig: EngineRig;
afterEach(() => rig.close());

async function setup(script: Script = [{ text: 'first' }, { text: 'second' }, { text: 'third' }]) {
  rig = await createEngineRig({ script });
  const project = await rig.open();
  const lists: Extract<Upward, { type: 'sessions' }>['sessions'][] = [];
  project.listen((upward) => {
    if (upward.type === 'sessions') lists.push(upward.sessions);
  });
  const { summary } = value(await project.createSession({}));
  await runPrompt(rig, project, summary.id, 'one');
  return { project, id: summary.id, last: () => lists.at(-1), library: project.library };
}

describe('the list', () => {
  it('shows marks at once, of open sessions too, and after a restart', async () => {
    const { library, id, last } = await setup();
    value(await library.mark(id, { pinned: true, archived: true }));
    expect(last()).toMatchObject([{ id, pinned: true, archived: true, turns: 1 }]);
    await rig.restart();
    expect(await (await rig.open()).listSessions()).toMatchObject([{ id, pinned: true, archived: true, turns: 1 }]);
  });

  it('loses a deleted session and gets it back whole', async () => {
    const { project, library, id, last } = await setup();
    value(await library.trash(id));
    expect([last(), await library.trashed()]).toMatchObject([[], [{ id, title: 'one' }]]);
    value(await library.restore(id));
    expect(last()).toMatchObject([{ id, title: 'one', turns: 1 }]);
    expect((await runPrompt(rig, project, id, 'two')).stop).toBe('complete');
  });

  it('of a window shows what is begun elsewhere', async () => {
    rig = await createEngineRig({ script: [{ text: 'first' }] });
    const seen: string[] = [];
    (await rig.open({ window: true })).listen((upward) => {
      if (upward.type === 'sessions') seen.push(...upward.sessions.map(({ title }) => title));
    });
    const elsewhere = await rig.open();
    const { summary } = value(await elsewhere.createSession({}));
    await runPrompt(rig, elsewhere, summary.id, 'one');
    await vi.waitFor(() => expect(seen).toContain('one'), { timeout: 15_000 });
  });

  it('keeps a session whose turn runs', async () => {
    const { project, library, id } = await setup([
      { text: 'first' },
      { calls: [{ name: 'bash', arguments: { command: 'echo up; sleep 100' } }] },
    ]);
    const ended = runPrompt(rig, project, id, 'wait');
    await rig.events.waitFor((event) => event.type === 'tool.update');
    expect(await library.trash(id)).toMatchObject({ error: { code: 'session_running' } });
    value(await project.command({ type: 'stop', session: id }));
    await ended;
  });
});

describe('a fork', () => {
  it('goes on from what was said, and the session it came from does not change', async () => {
    const { project, library, id } = await setup();
    const before = value(await project.openSession(id)).events;
    const fork = value(await library.fork(id));
    await runPrompt(rig, project, fork, 'two');
    const [first, second] = rig.server.requests.map(({ body }) => body.messages);
    expect(second?.slice(-3)).toEqual([
      first?.at(-1),
      expect.objectContaining({ content: 'first' }),
      expect.objectContaining({ role: 'user' }),
    ]);
    expect(value(await project.openSession(id)).events).toEqual(before);
    expect((await project.listSessions()).map(({ title, turns }) => [title, turns])).toEqual([
      ['Fork of: one', 2],
      ['one', 1],
    ]);
  });

  it('before the first prompt stays in the list with that prompt as its draft, and is not taken for a new session', async () => {
    const { project, library, id } = await setup();
    const prompt = value(await project.openSession(id)).events.find(({ event }) => event.type === 'message.end')?.event;
    if (prompt?.type !== 'message.end') throw new Error('there is no prompt');
    const fork = value(await library.fork(id, prompt.message.id));
    expect(value(await project.openSession(fork)).summary).toMatchObject({ title: 'Fork of: one', turns: 0 });
    expect(await project.readDraft(fork)).toEqual({ text: 'one', attachments: [] });
    expect(value(await project.createSession({})).summary.id).not.toBe(fork);
    await rig.restart();
    expect((await (await rig.open()).listSessions()).map((session) => session.id)).toContain(fork);
  });
});

describe('export and import', () => {
  it('carry a session to a file and back', async () => {
    const { project, library, id } = await setup();
    const path = join(rig.workspace.path, 'session.json');
    value(await library.exportTo(id, { format: 'json', path, replace: false }));
    const copy = value(await library.importFrom(path));
    expect(value(await project.openSession(copy)).summary).toMatchObject({ title: 'one', turns: 1 });
    expect((await runPrompt(rig, project, copy, 'two')).stop).toBe('complete');
  });

  it('do not write over a file, nor read what is no session', async () => {
    const { library, id } = await setup();
    const path = join(rig.workspace.path, 'notes.md');
    await writeFile(path, 'mine');
    expect(await library.exportTo(id, { format: 'md', path, replace: false })).toMatchObject({ error: { code: 'file_exists' } });
    expect(await library.importFrom(path)).toMatchObject({ error: { code: 'import_invalid' } });
    expect(await readFile(path, 'utf8')).toBe('mine');
    value(await library.exportTo(id, { format: 'md', path, replace: true }));
    expect(await readFile(path, 'utf8')).toMatch(/^# one\n/);
    expect(await library.importFrom(join(path, 'x'))).toMatchObject({ error: { code: 'file_unreadable' } });
  });
});
