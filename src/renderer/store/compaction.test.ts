import { expect, test } from 'vitest';
import { queueItemIdSchema } from '../../shared/ids.ts';
import { fakeHost, type Scene } from '../testing/fake-host.ts';
import { CONTEXT, SESSIONS } from '../testing/fixtures.ts';
import { scene } from '../testing/scenes.ts';
import { createCommands } from './commands.ts';
import { createCore } from './core.ts';

const SESSION = SESSIONS[0]?.id;

async function openWindow(of: Scene) {
  const host = fakeHost(of);
  const core = createCore(host.client);
  const commands = createCommands(core);
  await commands.boot();
  const sent = () =>
    host.requests.flatMap(({ name, input }) => (name === 'session.command' ? [(input as { command: unknown }).command] : []));
  return { core, commands, sent };
}

test('a slash command is not sent as a prompt, and takes the text out of the box', async () => {
  const { core, commands, sent } = await openWindow(scene('finished'));
  commands.editDraft(SESSION ?? null, '/compact the tests');
  await commands.sendPrompt('/compact the tests', false);
  expect(sent()).toEqual([{ type: 'session.compact', session: SESSION, focus: 'the tests' }]);
  expect(core.get().drafts[SESSION ?? '']).toBe('');
});

test('a refused slash command goes back into the box; without a conversation it says so', async () => {
  const refusing = await openWindow({ ...scene('finished'), refuse: ['session.command'] });
  await refusing.commands.sendPrompt('/compact', false);
  expect(refusing.core.get().drafts[SESSION ?? '']).toBe('/compact');
  refusing.commands.newSession();
  await refusing.commands.sendPrompt('/compact', false);
  expect(refusing.core.get().problems.at(-1)?.message).toBe('There is no conversation to compact yet.');
});

test('a queued message is no place for a command of the window: it stays as it was, and that is said', async () => {
  const { core, commands, sent } = await openWindow(scene('finished'));
  if (SESSION === undefined) throw new Error('The fixtures have no session.');
  const item = queueItemIdSchema.parse('q1');
  expect([await commands.editQueued(SESSION, item, '/compact now'), sent()]).toEqual([false, []]);
  expect(core.get().problems.at(-1)?.message).toBe('/compact is a command of the window, not a message for the model.');
  expect(await commands.editQueued(SESSION, item, '/tour of src')).toBe(true);
  expect(sent()).toEqual([{ type: 'queue.edit', session: SESSION, item, text: '/tour of src' }]);
});

test('the context of a session is kept until it cannot be told any more', async () => {
  const { core, commands } = await openWindow(scene('finished'));
  if (SESSION === undefined) throw new Error('The fixtures have no session.');
  await commands.loadContext(SESSION);
  expect(core.get().contexts).toEqual({ [SESSION]: CONTEXT });
  const refusing = await openWindow({ ...scene('finished'), refuse: ['session.context'] });
  await refusing.commands.loadContext(SESSION);
  expect([refusing.core.get().contexts, refusing.core.get().problems]).toEqual([{}, []]);
});
