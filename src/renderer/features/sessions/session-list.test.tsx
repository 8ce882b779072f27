// @vitest-environment happy-dom

import { act } from 'react';
import { expect, test } from 'vitest';
import { sessionIdSchema } from '../../../shared/ids.ts';
import { AppProvider } from '../../hooks/app-context.ts';
import { createCommands } from '../../store/commands.ts';
import { createCore } from '../../store/core.ts';
import { fakeHost } from '../../testing/fake-host.ts';
import { SESSIONS } from '../../testing/fixtures.ts';
import { pageRoot } from '../../testing/page-root.ts';
import { scene } from '../../testing/scenes.ts';
import { SessionList } from './session-list.tsx';

const { show } = pageRoot();

const COUNT = 3_000;

async function open(): Promise<void> {
  const core = createCore(fakeHost(scene('finished')).client);
  const commands = createCommands(core);
  await commands.boot();
  const [first] = SESSIONS;
  if (!first) throw new Error('there are no sessions');
  const sessions = Array.from({ length: COUNT }, (_, index) => {
    const id = sessionIdSchema.parse(index.toString(16).padStart(32, '0'));
    return { ...first, id, title: `Session ${index}`, updatedAt: Date.now() - index * 60_000 };
  });
  core.update(() => ({ sessions, open: {}, current: null }));
  show(<AppProvider value={{ store: core.store, commands }}>{<SessionList />}</AppProvider>);
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const titles = () => rows().map((row) => row.querySelector('[title]')?.textContent ?? row.textContent);

test('of thousands the newest are drawn; more come when they are wanted, and the first of them has the focus', async () => {
  await open();
  expect([rows().length, titles()[99], titles()[100]]).toEqual([101, 'Session 99', 'Show earlier sessions (2,900 more)']);
  act(() => rows()[100]?.click());
  expect([rows().length, titles()[199], titles()[200]]).toEqual([201, 'Session 199', 'Show earlier sessions (2,800 more)']);
  expect(rows().indexOf(document.activeElement as HTMLElement)).toBe(100);
});
