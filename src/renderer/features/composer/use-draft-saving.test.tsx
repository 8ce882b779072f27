// @vitest-environment happy-dom

import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppProvider, useApp } from '../../hooks/app-context.ts';
import { createCommands } from '../../store/commands.ts';
import { type Core, createCore } from '../../store/core.ts';
import { type FakeHost, fakeHost } from '../../testing/fake-host.ts';
import { SESSIONS } from '../../testing/fixtures.ts';
import { scene } from '../../testing/scenes.ts';
import { type DraftSaving, useDraftSaving } from './use-draft-saving.ts';

let root: Root;
let host: FakeHost;
let core: Core;
let box: DraftSaving;
const other = SESSIONS[1]?.id;

function Box() {
  box = useDraftSaving(useApp((state) => state.current));
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  host = fakeHost({ ...scene('finished'), draft: 'kept before' });
  core = createCore(host.client);
  const commands = createCommands(core);
  await commands.boot();
  commands.newSession();
  root = createRoot(document.body);
  act(() => root.render(<AppProvider value={{ store: core.store, commands }}>{<Box />}</AppProvider>));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What was written of the box before there is a session, and the prompts that were sent, in order. */
const written = () =>
  host.requests.flatMap(({ name, input }) => {
    if (name === 'session.command') return ['prompt'];
    const { session, text } = input as { session: string | null; text: string };
    return name === 'draft.set' && session === null ? [text] : [];
  });

const type = (text: string) => act(() => box.type(text));

test('what is typed is written once the typing rests', () => {
  type('a');
  type('ab');
  act(() => vi.advanceTimersByTime(999));
  const before = written();
  act(() => vi.advanceTimersByTime(1));
  expect([before, written()]).toEqual([[], ['ab']]);
});

test.each(['half a thought', ''])('what is typed is written when another session comes on screen, also an emptied box: %j', (text) => {
  type(text);
  act(() => core.update(() => ({ current: other ?? null })));
  const atOnce = written();
  act(() => vi.advanceTimersByTime(2_000));
  expect([atOnce, written()]).toEqual([[text], [text]]);
});

test('a prompt that is sent is on disk until it was taken, however long that takes', async () => {
  let take = () => {};
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  const { request } = host.client;
  vi.spyOn(host.client, 'request').mockImplementation(async (name, input) => {
    if (name === 'session.command') await taken;
    return request(name, input);
  });
  type('do it');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  box.send('do it', false);
  await vi.advanceTimersByTimeAsync(5_000);
  const meanwhile = written();
  take();
  await vi.advanceTimersByTimeAsync(1);
  expect([meanwhile, written()]).toEqual([[], ['prompt', '']]);
});
