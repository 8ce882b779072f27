// @vitest-environment happy-dom

import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppProvider } from '../hooks/app-context.ts';
import { createCommands } from '../store/commands.ts';
import { createCore } from '../store/core.ts';
import { fakeHost } from '../testing/fake-host.ts';
import { scene } from '../testing/scenes.ts';
import { Problems } from './problems.tsx';

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});

test('a problem stands beside the page, as dialogs do, so that none of them covers it, until it is closed', async () => {
  const core = createCore(fakeHost(scene('finished')).client);
  const commands = createCommands(core);
  act(() => root.render(<AppProvider value={{ store: core.store, commands }}>{<Problems />}</AppProvider>));
  const shown = () => [...document.querySelectorAll('[role="alert"]')].map((note) => [note.textContent, page.contains(note)]);
  expect(shown()).toEqual([]);

  act(() => core.report({ code: 'state_unwritable', message: 'The disk is full.', hint: 'Make room.', safe: 'Nothing changed.' }));
  expect(shown()).toEqual([['The disk is full.Make room.Nothing changed.', false]]);

  act(() => document.querySelector<HTMLElement>('button[aria-label="Close"]')?.click());
  expect(shown()).toEqual([]);
});
