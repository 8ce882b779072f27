import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { FileIndex } from './file-index.ts';
import { queryOf, score, targetOf } from './fuzzy.ts';

const FILES = [
  'README.md',
  'package.json',
  'src/core/session/live-session.ts',
  'src/core/session/session.ts',
  'src/renderer/features/sessions/session-list.tsx',
  'src/shared/session.ts',
  'docs/sessions.md',
];

function indexOf(lists: readonly (readonly string[])[]) {
  const clock = new ManualClock();
  let reads = 0;
  const list = async () => lists[Math.min(reads++, lists.length - 1)] ?? [];
  return { clock, index: new FileIndex({ clock, list }), reads: () => reads };
}

describe('finding files by what was typed', () => {
  test.each([
    ['session.ts', ['src/shared/session.ts', 'src/core/session/session.ts', 'src/core/session/live-session.ts']],
    ['rdm', ['README.md']],
    ['lsess', ['src/core/session/live-session.ts']],
    ['core/sess', ['src/core/session/', 'src/core/session/session.ts', 'src/core/session/live-session.ts']],
    ['SHARED', ['src/shared/', 'src/shared/session.ts']],
    ['zzz', []],
  ])('%j', async (query, best) => {
    const { index } = indexOf([FILES]);
    expect((await index.find(query)).paths.slice(0, best.length || 1)).toEqual(best);
  });

  test('nothing typed lists the top of the project, folders first by name among the rest', async () => {
    const { index } = indexOf([FILES]);
    expect(await index.find('')).toEqual({ paths: ['docs/', 'package.json', 'README.md', 'src/'], more: false });
  });

  test('answers are few, and say that there are more', async () => {
    const { index } = indexOf([Array.from({ length: 100 }, (_, number) => `a${number}.ts`)]);
    const { paths, more } = await index.find('a');
    expect([paths.length, more]).toEqual([30, true]);
  });

  test('the list is read once, and again beside an answer when it is old', async () => {
    const { clock, index, reads } = indexOf([['old.ts'], ['old.ts', 'new.ts']]);
    const first = [await index.find('ts'), await index.find('ts')];
    await clock.advance(5_000);
    const stale = await index.find('new');
    await Promise.resolve();
    expect([first.map(({ paths }) => paths), stale.paths, reads()]).toEqual([[['old.ts'], ['old.ts']], [], 2]);
    expect((await index.find('new')).paths).toEqual(['new.ts']);
  });
});

test('key by key, back and forth, finds the same as the whole query at once', async () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '.', '-'), minLength: 1, maxLength: 4 });
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const query = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '/', '.'), minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { minLength: 40, maxLength: 80 }),
      fc.array(query, { minLength: 1, maxLength: 3 }),
      async (files, queries) => {
        const { index } = indexOf([files]);
        for (const text of queries) {
          let typed = await index.find('');
          for (let end = 1; end <= text.length; end += 1) typed = await index.find(text.slice(0, end));
          expect(typed).toEqual(await indexOf([files]).index.find(text));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a path fits exactly when the letters of the query follow each other in it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '/', '.', '-', 'é'), minLength: 1, maxLength: 12 });
  const follows = (path: string, query: string): boolean => {
    let from = 0;
    return [...query.toLowerCase()].every((letter) => {
      const at = path.toLowerCase().indexOf(letter, from);
      from = at + 1;
      return at !== -1;
    });
  };
  fc.assert(
    fc.property(word, fc.string({ unit: fc.constantFrom('a', 'b', 'c', '/', 'é'), minLength: 1, maxLength: 5 }), (path, query) => {
      expect(score(targetOf(path), queryOf(query)) > 0).toBe(follows(path, query));
    }),
  );
});
