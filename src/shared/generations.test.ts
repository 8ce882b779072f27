import { expect, it } from 'vitest';
import type { CompactionItem, TranscriptItem } from './fold-types.ts';
import { generationsOf, speakerOf, textOf } from './generations.ts';

const user = (id: string, text = id): TranscriptItem => ({ kind: 'user', id, time: 0, origin: 'prompt', text });
const answer = (id: string): TranscriptItem => ({
  ...{ kind: 'assistant', id, time: 0, model: 'p/m', streaming: false },
  blocks: [{ type: 'text', text: `says ${id}` }],
});
const call = (id: string): TranscriptItem => ({
  ...{ kind: 'tool', id, time: 0, name: 'read', arguments: '{}', state: 'done', output: '', approvals: [], text: 'found' },
});
const compaction = (id: string, first: string, kept: readonly string[] = [], undone = false): CompactionItem => ({
  ...{ kind: 'compaction', id, time: 0, generation: 1, cause: 'manual', stage: 'normal', source: 'model', summary: 's', first, kept },
  ...{ dropped: { prompts: 1, answers: 0, results: 0 }, pinned: kept.length, before: 9, after: 3, duration: 1, undone },
});

function outline(items: readonly TranscriptItem[]) {
  return generationsOf(items).map(({ number, before, entries, end }) => [
    number,
    before?.id,
    entries.map(({ item, fate }) => `${item.id} ${fate ?? 'now'}`),
    end?.id,
  ]);
}

it('says of each generation what the model was sent, and what became of it', () => {
  const items = [
    ...[user('u1'), answer('a1'), call('c1'), answer('a2'), call('c2'), user('u2'), answer('a3')],
    compaction('s1', 'u2', ['a1']),
    ...[user('u3'), answer('a4')],
    compaction('gone', 'u3', [], true),
    compaction('s2', 'a4'),
    user('u4'),
  ];
  expect(outline(items)).toEqual([
    [1, undefined, ['u1 summarised', 'a1 pinned', 'c1 pinned', 'a2 summarised', 'c2 summarised', 'u2 stays', 'a3 stays'], 's1'],
    [2, 's1', ['a1 summarised', 'c1 summarised', 'u2 summarised', 'a3 summarised', 'u3 summarised', 'a4 stays'], 's2'],
    [3, 's2', ['a4 now', 'u4 now'], undefined],
  ]);
});

it('knows one generation of a conversation that was never compacted, and keeps all where the first message is lost', () => {
  expect(outline([user('u1')])).toEqual([[1, undefined, ['u1 now'], undefined]]);
  expect(outline([user('u1'), compaction('s1', 'lost')])).toEqual([
    [1, undefined, ['u1 stays'], 's1'],
    [2, 's1', ['u1 now'], undefined],
  ]);
});

it('gives who said it and all that was said', () => {
  const [generation] = generationsOf([user('u1', 'Hi'), answer('a1'), call('c1')]);
  expect(generation?.entries.map(({ item }) => [speakerOf(item), textOf(item)])).toEqual([
    ['You', 'Hi'],
    ['Answer', 'says a1'],
    ['read', '{}\n\nfound'],
  ]);
});
