import { expect, test } from 'vitest';
import type { Approval } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { approvalIdSchema, callIdSchema } from '../../shared/ids.ts';
import type { DesktopNotice, Notifier } from '../bridge/notifier.ts';
import { fakeHost } from '../testing/fake-host.ts';
import { PROJECT, SESSIONS, sessionId } from '../testing/fixtures.ts';
import { scene } from '../testing/scenes.ts';
import { createCommands } from './commands.ts';
import { createCore } from './core.ts';
import { notifyOfWaiting } from './notifications.ts';
import { receive } from './receive.ts';

const approval = (id: string): Approval => ({
  ...{ id: approvalIdSchema.parse(id), callId: callIdSchema.parse('c1'), kind: 'path', tool: 'ls', subject: '/srv/secret', access: 'read' },
  ...{ reason: 'r', preview: '', permanent: '' },
});
const asks = (id: string): SessionEvent => ({
  ...{ type: 'child.update', child: sessionId(40) },
  question: { agent: 'explore', task: 'Look.', approval: approval(id) },
});
const ANSWERED: SessionEvent = { type: 'child.update', child: sessionId(40), question: null };

/** A window whose newest session is open, on a desktop that keeps what it is shown. */
async function openWindow(notifies: number | null = 0) {
  const of = scene('finished');
  const host = fakeHost({ ...of, project: { ...PROJECT, ...(notifies === null ? {} : { notifies }) } });
  const core = createCore(host.client);
  const shown: { readonly notice: DesktopNotice; readonly pressed: () => void }[] = [];
  const open = new Set<DesktopNotice>();
  let present = true;
  let comes = () => {};
  const desktop: Notifier = {
    show: (notice, pressed) => {
      shown.push({ notice, pressed });
      open.add(notice);
      return () => open.delete(notice);
    },
    get present() {
      return present;
    },
    onPresent: (listener) => {
      comes = listener;
    },
  };
  notifyOfWaiting(core, desktop);
  host.client.listen((batch) => receive(core, batch));
  const commands = createCommands(core);
  await commands.boot();
  const turn = (to: boolean) => {
    present = to;
    if (to) comes();
  };
  return { host, core, commands, shown, open, turn };
}

const [first] = SESSIONS;

test('what a child asks while another session is on screen is shown once, without what it is about, and goes when it is answered', async () => {
  const { host, commands, shown, open } = await openWindow(12);
  commands.newSession();
  host.push([asks('x1')]);
  host.push([{ type: 'child.update', child: sessionId(40), rounds: 2 }]);
  expect(shown.map(({ notice }) => notice)).toEqual([
    {
      title: `Steiner · ${PROJECT.name} · ${PROJECT.branch}`,
      body: `“${first?.title}”: the child “Look.” (explore) asks to read a path.`,
      seconds: 12,
    },
  ]);
  expect(open.size).toBe(1);
  host.push([ANSWERED]);
  expect([shown.length, open.size]).toEqual([1, 0]);
});

test('pressing it brings the window and leads to the question', async () => {
  const { host, core, commands, shown } = await openWindow();
  commands.newSession();
  host.push([asks('x1')]);
  shown[0]?.pressed();
  await expect.poll(() => core.get().focus).toEqual({ target: 'approval', approval: 'x1' });
  expect(core.get().current).toBe(first?.id);
  expect(host.requests.map(({ name }) => name)).toContain('app.show');
});

test('nothing is shown of what stands before the eyes of the person, and what was shown goes once they are there', async () => {
  const { host, shown, open, turn } = await openWindow();
  host.push([asks('x1')]);
  expect(shown).toEqual([]);
  turn(false);
  host.push([asks('x2')]);
  expect([shown.length, open.size]).toEqual([1, 1]);
  turn(true);
  expect([shown.length, open.size]).toEqual([1, 0]);
});

test('nothing is shown where it is turned off', async () => {
  const { host, commands, shown } = await openWindow(null);
  commands.newSession();
  host.push([asks('x1')]);
  expect(shown).toEqual([]);
});
