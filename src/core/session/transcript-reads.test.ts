import { expect, test } from 'vitest';
import type { KeptEvent, SessionEvent } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { generationsOf } from '../../shared/generations.ts';
import { START, setupSession } from '../testing/session-rig.ts';

const TURNS = 90;
const LONG = 'Words that fill a page. '.repeat(60);

function turn(index: number): readonly unknown[] {
  const call = { type: 'tool_call', id: `c${index}`, name: 'mutate', arguments: '{}' };
  const change = { path: `f${index}.ts`, change: 'modified', added: 1, removed: 0, patch: '' };
  const summary = { role: 'user', id: `s${index}`, origin: 'notice', text: 'So far.' };
  const sizes = { before: 9, after: 3, dropped: { prompts: 1, answers: 1, results: 1 }, duration: 1 };
  return [
    { type: 'turn.start', turn: `t${index}`, model: 'p/m' },
    { type: 'message.end', message: { role: 'user', id: `u${index}`, origin: 'prompt', text: `Prompt ${index} ${LONG}` } },
    { type: 'message.end', message: { role: 'assistant', id: `a${index}`, model: 'p/m', stop: 'tool_calls', blocks: [call] } },
    { type: 'tool.start', call: `c${index}`, name: 'mutate' },
    {
      type: 'tool.end',
      call: `c${index}`,
      name: 'mutate',
      text: 'ok',
      isError: false,
      duration: 1,
      detail: { kind: 'mutate', changes: [change] },
    },
    {
      type: 'turn.end',
      turn: `t${index}`,
      stop: 'complete',
      rounds: 1,
      usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
      duration: 1,
      files: [],
    },
    ...(index % 40 === 39
      ? [
          {
            type: 'compaction.end',
            generation: (index + 1) / 40,
            cause: 'manual',
            stage: 'normal',
            source: 'model',
            summary,
            first: `u${index}`,
            kept: [],
            ...sizes,
          },
        ]
      : []),
  ];
}

const LOG = [START, ...Array.from({ length: TURNS }, (_, index) => turn(index)).flat()] as readonly KeptEvent[];
const WHOLE = fold(
  emptyView(),
  LOG.map((event, time) => ({ time, event: event as SessionEvent })),
);

function open() {
  return setupSession({ script: () => [], log: LOG }).session;
}

test('a long session is opened with its newest events only, and they go on from what is before them', () => {
  const { base, events, edited } = open().snapshot();
  const view = fold(base ?? emptyView(), events);
  expect(events.length).toBeLessThan(LOG.length);
  expect([view.first + view.items.length, edited]).toEqual([WHOLE.items.length, true]);
  expect(view.items).toEqual(WHOLE.items.slice(view.first));
});

test('words are found wherever they stand, and another search takes the place of one that reads', async () => {
  const { reads } = open().kept;
  const overtaken = reads.find('prompt');
  const found = await reads.find('prompt 3');
  expect(await overtaken).toBeUndefined();
  expect(found?.map(({ item }) => item)).toEqual(['u3', ...Array.from({ length: 10 }, (_, index) => `u3${index}`)]);
  for (const { item, at } of found ?? []) expect(WHOLE.items[at]?.id).toBe(item);
});

test('an item is found by its id', async () => {
  const { reads } = open().kept;
  expect(await reads.locate('c7')).toBe(WHOLE.items.findIndex(({ id }) => id === 'c7'));
  expect(await reads.locate('nothing')).toBeUndefined();
});

test('every call that changed files is told, with its turn', async () => {
  const edits = await open().kept.reads.edits();
  expect(edits.map(({ turn, item }) => [turn, item.id])).toEqual(Array.from({ length: TURNS }, (_, index) => [`t${index}`, `c${index}`]));
  expect(edits.every(({ at, item }) => WHOLE.items[at]?.id === item.id)).toBe(true);
});

test('the generations are those of the whole transcript, with the entries of the one that is wanted and the last', async () => {
  const all = generationsOf(WHOLE.items);
  expect(all.map(({ entries }) => entries.length > 0)).toEqual([true, true, true]);
  expect(await open().kept.reads.generations(1)).toEqual(all.map((one) => (one.number === 2 ? { ...one, entries: [] } : one)));
});
