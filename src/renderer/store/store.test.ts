import { expect, test } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import { fakeHost, type Scene } from '../testing/fake-host.ts';
import { PROJECT, SESSIONS } from '../testing/fixtures.ts';
import { scene } from '../testing/scenes.ts';
import { inspectorWidth, panelShown } from './appearance.ts';
import { waitingItems } from './attention.ts';
import { createCommands } from './commands.ts';
import { createCore } from './core.ts';
import { draftOf, editAttached } from './drafts.ts';
import { receive } from './receive.ts';
import { activeMode } from './sessions.ts';

async function openWindow(of: Scene) {
  const host = fakeHost(of);
  const core = createCore(host.client);
  host.client.listen((batch) => receive(core, batch));
  const commands = createCommands(core);
  await commands.boot();
  const sent = () => host.requests.filter(({ name }) => name === 'session.command').map(({ input }) => input);
  return { host, core, commands, sent };
}

const message = (text: string): SessionEvent =>
  ({ type: 'message.end', message: { role: 'user', id: `m-${text}`, origin: 'prompt', text } }) as SessionEvent;

function viewOf(core: Awaited<ReturnType<typeof openWindow>>['core']) {
  const { current, open } = core.get();
  return current === null ? undefined : open[current]?.view;
}

test('a window with a project opens its newest session', async () => {
  const { core } = await openWindow(scene('finished'));
  expect(core.get().current).toBe(SESSIONS[0]?.id);
  expect(viewOf(core)?.items.at(-1)).toMatchObject({ kind: 'turn', stop: 'complete' });
});

test('events that come while a session loads follow its snapshot, and none is folded twice', async () => {
  const of = scene('finished');
  const host = fakeHost(of);
  const core = createCore(host.client);
  host.client.listen((batch) => receive(core, batch));
  const booted = createCommands(core).boot();
  while (core.get().open[SESSIONS[0]?.id ?? '']?.state !== 'loading') await Promise.resolve();
  host.push([message('early')]);
  await booted;
  host.push([message('late')]);
  const texts = viewOf(core)?.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
  expect(texts?.slice(-2)).toEqual(['early', 'late']);
});

test('a batch the snapshot already holds changes nothing', async () => {
  const { core } = await openWindow(scene('finished'));
  const before = viewOf(core);
  const session = SESSIONS[0]?.id ?? '';
  receive(core, [{ type: 'events', events: [{ session, seq: 1, time: 0, event: message('old') }] }]);
  expect(viewOf(core)).toBe(before);
});

test('the first prompt of a project creates the session it needs', async () => {
  const { host, commands, sent } = await openWindow({ project: PROJECT, sessions: SESSIONS.slice(0, 1), events: [] });
  commands.newSession();
  await commands.sendPrompt('Fix it', false);
  expect(host.requests.map(({ name }) => name)).toContain('sessions.create');
  expect(sent()).toEqual([{ command: { type: 'prompt', session: SESSIONS[0]?.id, text: 'Fix it', delivery: 'now' } }]);
});

test('Enter delivers as the setting says, and the other key the other way', async () => {
  const { commands, sent } = await openWindow(scene('queue'));
  await commands.sendPrompt('a', false);
  await commands.sendPrompt('b', true);
  await commands.setAppearance({ steer: 'after' });
  await commands.sendPrompt('c', false);
  expect(sent().map((input) => (input as { command: { delivery: string } }).command.delivery)).toEqual(['now', 'after', 'after']);
});

test('what a person sets going is looked at; what is for after the turn and what is refused moves nobody', async () => {
  const focusAfter = async (of: Scene, act: (commands: Awaited<ReturnType<typeof openWindow>>['commands']) => Promise<unknown>) => {
    const { core, commands } = await openWindow(of);
    commands.setFocus(null);
    await act(commands);
    return core.get().focus;
  };
  const refuse = { ...scene('finished'), refuse: ['session.command'] as const };
  expect([
    await focusAfter(scene('finished'), ({ sendPrompt }) => sendPrompt('a', false)),
    await focusAfter(scene('queue'), ({ sendPrompt }) => sendPrompt('a', false)),
    await focusAfter(scene('queue'), ({ sendPrompt }) => sendPrompt('a', true)),
    await focusAfter(scene('finished'), ({ sendPrompt }) => sendPrompt('/compact', false)),
    await focusAfter(scene('finished'), ({ continueTurn }) => continueTurn()),
    await focusAfter(refuse, ({ sendPrompt }) => sendPrompt('a', false)),
    await focusAfter(refuse, ({ continueTurn }) => continueTurn()),
  ]).toEqual([END, END, null, END, END, null, null]);
});

const END = { target: 'end' } as const;

test('a refused prompt goes back into the box and says why', async () => {
  const { core, commands } = await openWindow({ ...scene('finished'), refuse: ['session.command'] });
  await commands.sendPrompt('Fix it', false);
  const { current, drafts, problems } = core.get();
  expect(drafts[current ?? '']).toBe('Fix it');
  expect(problems).toHaveLength(1);
});

test('a session that cannot be read says so and can be tried again', async () => {
  const { core } = await openWindow(scene('unreadable'));
  const { current, open } = core.get();
  expect(open[current ?? '']).toMatchObject({ state: 'failed', problem: { code: 'session_unreadable' } });
});

test('what waits for a person is found and jumped to', async () => {
  const { core, commands } = await openWindow(scene('approval'));
  expect(waitingItems(core.get()).map(({ approval }) => approval?.subject)).toEqual(['/home/ana/.config/harbour/local.toml']);
  await commands.stepWaiting(1);
  expect(core.get().focus).toEqual({ target: 'approval', approval: 'a-c8' });
});

test('closing takes the layer on top, and nothing when there is none', async () => {
  const { core, commands } = await openWindow(scene('finished'));
  commands.openLayer('find');
  commands.openLayer('palette');
  const closed = [commands.closeTopLayer(), [...core.get().layers], commands.closeTopLayer(), commands.closeTopLayer()];
  expect(closed).toEqual([true, ['find'], true, false]);
});

test('a look the host refuses is put back', async () => {
  const { core, commands } = await openWindow({ ...scene('finished'), refuse: ['app.appearance.set'] });
  await commands.setAppearance({ theme: 'dark' });
  expect(core.get().appearance.theme).toBe('system');
});

test('the mode switches for the session on screen, and for the one the next prompt makes', async () => {
  const { host, core, commands, sent } = await openWindow(scene('finished'));
  await commands.toggleMode();
  host.push([{ type: 'session.update', mode: 'plan' }]);
  await commands.toggleMode();
  const session = SESSIONS[0]?.id;
  expect(sent()).toEqual(['plan', 'build'].map((mode) => ({ command: { type: 'session.mode', session, mode } })));
  commands.newSession();
  await commands.toggleMode();
  expect(activeMode(core.get())).toBe('plan');
  await commands.sendPrompt('Look first', false);
  expect(host.requests.find(({ name }) => name === 'sessions.create')?.input).toEqual({ mode: 'plan' });
  expect(core.get().nextMode).toBe(null);
});

test('a mode can be typed by its name or as the other one, and a name that is none changes nothing', async () => {
  const { core, commands, sent } = await openWindow(scene('finished'));
  for (const text of ['/mode', '/mode build', '/mode pln']) await commands.sendPrompt(text, false);
  const session = SESSIONS[0]?.id;
  expect(sent()).toEqual(['plan', 'build'].map((mode) => ({ command: { type: 'session.mode', session, mode } })));
  const { problems, current } = core.get();
  expect([problems.at(-1)?.message, draftOf(core.get(), current).text]).toEqual(['There is no mode "pln".', '/mode pln']);
});

test('a session that is deleted leaves the screen, and comes back with Undo', async () => {
  const { host, core, commands } = await openWindow(scene('finished'));
  const [first] = SESSIONS;
  if (first === undefined) throw new Error('there is no session');
  await commands.trashSession(first);
  const { current, open, sessions, library } = core.get();
  expect([current, open[first.id], sessions.some(({ id }) => id === first.id), library.toast?.undo?.act]).toEqual([
    null,
    undefined,
    false,
    'restore',
  ]);
  await commands.undoToast();
  expect(host.requests.filter(({ name }) => name === 'sessions.restore').map(({ input }) => input)).toEqual([{ session: first.id }]);
  expect([core.get().current, core.get().library.toast]).toEqual([first.id, null]);
});

test('a session that is archived is offered back with Undo, one that comes back is not', async () => {
  const { host, core, commands } = await openWindow(scene('finished'));
  const [first] = SESSIONS;
  if (first === undefined) throw new Error('there is no session');
  await commands.markSession(first, { archived: false });
  expect(core.get().library.toast).toBe(null);
  await commands.markSession(first, { archived: true });
  expect(core.get().library.toast?.message).toBe(`Archived: ${first.title}`);
  await commands.undoToast();
  expect([host.requests.at(-1), core.get().library.toast]).toEqual([
    { name: 'sessions.mark', input: { session: first.id, marks: { archived: false } } },
    null,
  ]);
});

test('a session the host keeps stays where it is and says why', async () => {
  const { core, commands } = await openWindow({ ...scene('finished'), refuse: ['sessions.trash'] });
  const [first] = SESSIONS;
  if (first === undefined) throw new Error('there is no session');
  await commands.trashSession(first);
  expect([core.get().current, core.get().library.toast, core.get().problems.length]).toEqual([first.id, null, 1]);
});

test('Ctrl+S puts the prompt aside, and takes it back into an empty box', async () => {
  const { core, commands, host } = await openWindow(scene('finished'));
  const session = core.get().current;
  const pasted = { kind: 'text', name: 'Pasted text', text: 'rows' } as const;
  commands.editDraft(session, 'half a thought');
  editAttached(core, session, [pasted]);
  await commands.toggleStash();
  expect([draftOf(core.get(), session), core.get().prompts.stashed]).toEqual([{ text: '', attachments: [] }, 1]);
  await commands.toggleStash();
  expect([draftOf(core.get(), session), core.get().prompts.stashed]).toEqual([{ text: 'Put aside', attachments: [] }, 0]);
  expect(host.requests.flatMap(({ name, input }) => (/stash$/.test(name) ? [input] : []))).toEqual([
    { text: 'half a thought', attachments: [pasted] },
    { session },
  ]);
});

test('what was typed on the empty page is kept, comes back, and goes only once the prompt was taken', async () => {
  const { core, commands, host } = await openWindow({ ...scene('finished'), draft: 'kept before' });
  commands.newSession();
  expect(draftOf(core.get(), null).text).toBe('kept before');
  commands.editDraft(null, 'a new thing');
  await commands.saveDraft(null);
  await commands.sendPrompt('a new thing', false);
  const order = host.requests.flatMap(({ name, input }) => (name === 'session.command' ? ['prompt'] : name === 'draft.set' ? [input] : []));
  const { current } = core.get();
  expect(order).toEqual([
    { session: null, text: 'a new thing', attachments: [] },
    'prompt',
    { session: current, text: '', attachments: [] },
    { session: null, text: '', attachments: [] },
  ]);
});

test('the inspector opens with the first changed file, until a person chose for themselves', async () => {
  const empty = await openWindow({ ...scene('finished'), events: [] });
  expect(panelShown(empty.core.get(), 'inspector')).toBe(false);
  const { core, commands } = await openWindow(scene('finished'));
  expect(panelShown(core.get(), 'inspector')).toBe(true);
  await commands.togglePanel('inspector');
  expect(panelShown(core.get(), 'inspector')).toBe(false);
  await commands.review('t1');
  expect(panelShown(core.get(), 'inspector')).toBe(true);
});

test('a review makes the inspector wide, until a person gives it a width', async () => {
  const { core, commands } = await openWindow(scene('finished'));
  const before = inspectorWidth(core.get());
  await commands.review('t1');
  expect(inspectorWidth(core.get())).toBeGreaterThan(before);
  await commands.setAppearance({ inspectorWidth: 300 });
  expect(inspectorWidth(core.get())).toBe(300);
});

test('a project that brings settings asks once, and follows its sessions again when they apply', async () => {
  const untrusted = { file: '/p/.steiner/config.yaml', changes: [] };
  const { core, commands, host } = await openWindow({ ...scene('finished'), project: { ...PROJECT, untrusted } });
  expect(core.get().layers).toEqual(['trust']);
  const opened = () => host.requests.filter(({ name }) => name === 'sessions.open').length;
  const before = opened();
  await commands.trustProject('session');
  expect([core.get().layers, core.get().project?.untrusted, opened() - before]).toEqual([[], undefined, 1]);
  expect(host.requests.find(({ name }) => name === 'project.trust')?.input).toEqual({ decision: 'session' });
  expect(viewOf(core)?.items.at(-1)).toMatchObject({ kind: 'turn', stop: 'complete' });
});

test('a question in a session nobody looks at counts, and one step opens it there', async () => {
  const { core, commands } = await openWindow(scene('finished'));
  const elsewhere = { ...SESSIONS[1], waiting: true } as (typeof SESSIONS)[number];
  receive(core, [{ type: 'sessions', sessions: [...SESSIONS.filter(({ id }) => id !== elsewhere.id), elsewhere] }]);
  expect(waitingItems(core.get())).toEqual([{ session: elsewhere.id, title: elsewhere.title }]);
  await commands.stepWaiting(1);
  expect(core.get().current).toBe(elsewhere.id);
});

test('the settings read the rules of the project, and a removed one is read away', async () => {
  const { host, core, commands } = await openWindow(scene('finished'));
  await commands.loadApprovals();
  expect(core.get().rules).toMatchObject({ state: 'ready', value: [{ pattern: 'npm test *' }, { pattern: '/srv/tides' }] });
  await commands.removeRule('r1a2b3c4d');
  const asked = host.requests.flatMap(({ name }) => (name.startsWith('approvals.') ? [name] : []));
  expect(asked).toEqual(['approvals.rules', 'approvals.log', 'approvals.remove', 'approvals.rules', 'approvals.log']);
});

test('a prompt that is too long is refused in words, stays in the box and is asked of nobody', async () => {
  const { core, commands, host, sent } = await openWindow(scene('finished'));
  const text = 'x'.repeat(1_000_001);
  await commands.sendPrompt(text, false);
  expect(core.get().problems.at(-1)).toMatchObject({ message: 'The prompt has 1,000,001 characters; 1,000,000 is the most.' });
  expect([core.get().drafts[SESSIONS[0]?.id ?? ''], sent(), host.requests.some(({ name }) => name === 'draft.set')]).toEqual([
    text,
    [],
    false,
  ]);
});
