// @vitest-environment happy-dom

import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PaletteAction, PaletteGroup } from '../features/palette/actions.ts';
import { AppProvider } from '../hooks/app-context.ts';
import { createCommands } from '../store/commands.ts';
import { createCore } from '../store/core.ts';
import { fakeHost } from '../testing/fake-host.ts';
import { SESSIONS } from '../testing/fixtures.ts';
import { scene } from '../testing/scenes.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

let root: Root;
let groups: readonly PaletteGroup[] = [];
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function Probe() {
  groups = usePaletteGroups();
  return null;
}

async function open(name: string) {
  const host = fakeHost(scene(name));
  const core = createCore(host.client);
  const commands = createCommands(core);
  await commands.boot();
  act(() => root.render(<AppProvider value={{ store: core.store, commands }}>{<Probe />}</AppProvider>));
  const find = (id: string): PaletteAction | undefined => groups.flatMap(({ items }) => items).find((item) => item.id === id);
  return { host, find };
}

test('children that run, or wait for a place, can be stopped, all of them and nothing else', async () => {
  const { host, find } = await open('children');
  const action = find('stop-children');
  expect([action?.title, action?.detail]).toEqual(['Stop the children', '2 children']);
  action?.run();
  expect(host.requests.at(-1)).toEqual({
    name: 'session.command',
    input: { command: { type: 'child.stop', session: SESSIONS[0]?.id } },
  });
});

test('where no child runs, none is offered to be stopped', async () => {
  expect((await open('finished')).find('stop-children')).toBeUndefined();
});
