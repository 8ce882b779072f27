import { expect, test } from 'vitest';
import { createHistory } from './history.ts';
import type { HistoryEntry, ToolContext } from './tool.ts';

const LONG = 'x'.repeat(30_000);
const ENTRIES: readonly HistoryEntry[] = [
  { number: 1, generation: 1, who: 'user', text: 'The harbour code is 4417.' },
  { number: 2, generation: 1, who: 'assistant', text: 'Noted.' },
  { number: 3, generation: 2, who: 'result of read', text: LONG },
  { number: 4, generation: 2, who: 'user', text: 'What was the code of the harbour?' },
];

/** `run` uses nothing of its context. */
const NO_CONTEXT = {} as ToolContext;

function ask(input: unknown, entries = ENTRIES) {
  return createHistory({ timeout: 1_000, source: async () => entries }).run(input, NO_CONTEXT);
}

test('finds the entries that hold all words, in any generation or one', async () => {
  expect((await ask({ query: 'HARBOUR code' })).text).toBe(
    'Entries 1 to 4 in 2 generation(s).\n\n#1 · generation 1 · user\nThe harbour code is 4417.\n\n#4 · generation 2 · user\nWhat was the code of the harbour?',
  );
  expect((await ask({ query: 'harbour code', generation: 2 })).text).not.toContain('4417');
  expect((await ask({ query: 'lighthouse' })).text).toBe('Entries 1 to 4 in 2 generation(s). None of them holds these words.');
});

test('pages by number, says where it goes on, and gives one entry whole in pieces', async () => {
  const first = await ask({ count: 2 });
  expect(first.text).toMatch(/#2 · generation 1 · assistant\nNoted\.\n\n\(2 more; go on with from 3\)$/);
  expect((await ask({ from: 3 })).text).toContain('(28800 more characters; from 3 with count 1)');
  const piece = await ask({ from: 3, count: 1, offset: 20_000 });
  expect(piece.text).toBe(`#3 · generation 2 · result of read\n${'x'.repeat(10_000)}`);
  expect((await ask({ from: 3, count: 1 })).text).toMatch(/\(10000 more characters; go on with offset 20000\)$/);
});

test('holds an answer to a size whatever is asked, and says when there is nothing', async () => {
  const many = Array.from({ length: 90 }, (_, index) => ({ number: index + 1, generation: 1, who: 'user', text: LONG }));
  const { text } = await ask({ count: 100 }, many);
  expect(text.length).toBeLessThan(26_000);
  expect(text).toMatch(/\((\d+) more; go on with from \d+\)$/);
  expect(await ask({ from: 9, count: 1 })).toMatchObject({ isError: true });
  expect((await ask({}, [])).text).toBe('Entries 1 to 0 in 1 generation(s). None from there on.');
});
