// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import type { ResultItem } from '../../../shared/fold-types.ts';
import { AppProvider } from '../../hooks/app-context.ts';
import { createCommands } from '../../store/commands.ts';
import { createCore } from '../../store/core.ts';
import { fakeHost } from '../../testing/fake-host.ts';
import { pageRoot } from '../../testing/page-root.ts';
import { scene } from '../../testing/scenes.ts';
import { ResultRow } from './result-row.tsx';

const { show } = pageRoot();

/** The texts of the row when it is open. */
function shown(completion: Pick<ResultItem['completion'], 'kind' | 'status' | 'text'>): readonly string[] {
  const item: ResultItem = {
    kind: 'result',
    id: 'r',
    time: 0,
    message: 'm',
    completion: { id: 'w', title: 'Look around.', facts: ['Type: explore'], ...completion },
  };
  const core = createCore(fakeHost(scene('finished')).client);
  core.update(() => ({ folds: { 'result:r': true } }));
  show(<AppProvider value={{ store: core.store, commands: createCommands(core) }}>{<ResultRow item={item} />}</AppProvider>);
  const texts = [...document.body.querySelectorAll('*')].flatMap(({ children, textContent }) =>
    children.length === 0 ? [textContent] : [],
  );
  return texts.filter((text) => text !== null && text !== '');
}

test('what a child was to do is said once, in the words of its card', () => {
  expect(shown({ kind: 'child', status: 'cancelled', text: '' })).toEqual([
    'Child',
    'Look around.',
    'stopped',
    'It said nothing.',
    'Type: explore',
  ]);
});

test('a command is shown whole, as it was run', () => {
  expect(shown({ kind: 'command', status: 'cancelled', text: '' })).toEqual([
    ...['Background command', 'Look around.', 'ended', '$ '],
    ...['No output.', 'Type: explore'],
  ]);
});
