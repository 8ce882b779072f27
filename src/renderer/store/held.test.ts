import { expect, test } from 'vitest';
import { fakeHost } from '../testing/fake-host.ts';
import { SESSIONS } from '../testing/fixtures.ts';
import { scene } from '../testing/scenes.ts';
import { createCommands } from './commands.ts';
import { createCore } from './core.ts';
import { receive } from './receive.ts';

/** A window whose session on screen another process holds. */
async function openHeld() {
  const host = fakeHost(scene('finished'));
  const core = createCore(host.client);
  const commands = createCommands(core);
  await commands.boot();
  const [first] = SESSIONS;
  if (!first) throw new Error('there is no session');
  const listed = (readOnly: boolean) => receive(core, [{ type: 'sessions', sessions: [{ ...first, readOnly }] }]);
  listed(true);
  const opened = () => host.requests.filter(({ name, input }) => name === 'sessions.open' && Object(input).session === first.id).length;
  return { id: first.id, core, commands, listed, opened };
}

test('a session that nobody else holds any more is opened anew, once', async () => {
  const { id, core, listed, opened } = await openHeld();
  const before = opened();
  listed(true);
  expect(opened() - before).toBe(0);
  listed(false);
  listed(false);
  expect([opened() - before, core.get().open[id]?.state]).toEqual([1, 'loading']);
});

test('one that is held is looked at again when it is chosen', async () => {
  const { id, core, commands, opened } = await openHeld();
  const before = opened();
  await commands.openSession(id);
  expect([opened() - before, core.get().open[id]?.state]).toEqual([1, 'ready']);
});
