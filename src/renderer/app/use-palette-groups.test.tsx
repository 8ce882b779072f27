// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import type { SessionEvent } from '../../shared/events.ts';
import type { PaletteAction, PaletteGroup } from '../features/palette/actions.ts';
import { AppProvider } from '../hooks/app-context.ts';
import { createCommands } from '../store/commands.ts';
import { createCore } from '../store/core.ts';
import { fakeHost } from '../testing/fake-host.ts';
import { SESSIONS } from '../testing/fixtures.ts';
import { pageRoot } from '../testing/page-root.ts';
import { scene } from '../testing/scenes.ts';
import { story } from '../testing/story.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

const { show } = pageRoot();
let groups: readonly PaletteGroup[] = [];

function Probe() {
  groups = usePaletteGroups();
  return null;
}

async function open(name: string, more: readonly SessionEvent[] = []) {
  const base = scene(name);
  const host = fakeHost({ ...base, events: [...base.events, ...more.map((event) => ({ time: Date.now(), event }))] });
  const core = createCore(host.client);
  const commands = createCommands(core);
  await commands.boot();
  show(<AppProvider value={{ store: core.store, commands }}>{<Probe />}</AppProvider>);
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

test('what Stop does is said: it ends the turn, or, between turns, going on with what children answer', async () => {
  const stop = (found: Awaited<ReturnType<typeof open>>) => {
    const action = found.find('stop');
    action?.run();
    return [action?.title, action?.detail, found.host.requests.at(-1)?.input];
  };
  const turn = (id: string) => ({ command: { type: 'stop', session: SESSIONS[0]?.id, turn: id } });
  expect(stop(await open('streaming'))).toEqual(['Stop the turn', undefined, turn('t2')]);
  const waiting = await open('children', [story.ends('t1', 'complete')]);
  expect(stop(waiting)).toEqual(['Stop waiting', 'results are kept for your next prompt', turn('t1')]);
  expect((await open('finished')).find('stop')).toBeUndefined();
});
