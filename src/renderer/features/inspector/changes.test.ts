import { expect, test } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import { scene } from '../../testing/scenes.ts';
import { changedFiles, editCalls } from './changes.ts';

const brief = (name: string, turn: string | null) =>
  changedFiles(editCalls(fold(emptyView(), scene(name).events).items, turn)).map(({ path, change, added, removed, edits }) => ({
    path,
    change,
    added,
    removed,
    edits: edits.length,
  }));

const FILES = [
  { path: 'src/berths/overlap.ts', change: 'modified', added: 6, removed: 3, edits: 1 },
  { path: 'test/berths/overlap.test.ts', change: 'created', added: 9, removed: 0, edits: 1 },
];

test('files of the session and of the turn that changed them', () => {
  expect([brief('failed', null), brief('failed', 't1'), brief('failed', 't2'), brief('failed', 'unknown')]).toEqual([FILES, FILES, [], []]);
});

test('many edits of one file add up', () => {
  expect(brief('long', null)).toEqual([{ path: 'src/berths/overlap.ts', change: 'modified', added: 12_000, removed: 6_000, edits: 2_000 }]);
});
