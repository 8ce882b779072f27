import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endsInTime } from '../core/testing/bounded-work.ts';
import { findMentions, mentionOf, typedMention } from './mentions.ts';

const short = (text: string) => findMentions(text).map(({ path, from, to }) => (from === undefined ? path : `${path} ${from}-${to}`));

describe('mentions in a prompt', () => {
  test.each([
    ['@src/a.ts', ['src/a.ts']],
    ['see @src/a.ts:10-40 and @b.ts:7.', ['src/a.ts 10-40', 'b.ts 7-7']],
    ['(@src/a.ts), "@b.ts"; @c.ts!', ['src/a.ts', 'b.ts', 'c.ts']],
    ['@"my notes/to do.md":3-5 please', ['my notes/to do.md 3-5']],
    ['@src/ and @.github/workflows/ci.yml', ['src/', '.github/workflows/ci.yml']],
    ['@a.ts:40-10', ['a.ts 10-40']],
    ['@a.ts:0', ['a.ts 1-1']],
    ['line\n@a.ts\nline', ['a.ts']],
    ['@~/notes.txt @/etc/hosts @../b', ['~/notes.txt', '/etc/hosts', '../b']],
  ])('%j', (text, found) => {
    expect(short(text)).toEqual(found);
  });

  test.each(['ana@example.com', 'a@b', 'an @ alone', '@', '@@', '@""', '@"open\nend"'])('%j has none', (text) => {
    expect(short(text)).toEqual([]);
  });

  test.each(['(@@', '@.', '@"', ',@'])('a long text of %j is looked through once', (piece) => {
    expect(endsInTime(() => findMentions(piece.repeat(500_000)).length >= 0)).toBe(true);
  });

  test('the place of each is the whole of it', () => {
    const text = 'do @"a b.ts":2 and @c.ts:1-2, now';
    expect(findMentions(text).map(({ at, end }) => text.slice(at, end))).toEqual(['@"a b.ts":2', '@c.ts:1-2']);
  });

  test('a path that was put in is read back, whatever it is', () => {
    const path = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => !/["\n\r\u2028\u2029]/.test(text) && text.trim() !== '');
    fc.assert(
      fc.property(path, fc.constantFrom('', 'word '), (name, before) => {
        expect(short(`${before}${mentionOf(name)} and more`)).toEqual([name]);
      }),
    );
  });

  test('any text is read without fault, and no two mentions overlap', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('@', '"', ':', '1', '-', 'a', '/', '.', ' ', '\n', '(') }), (text) => {
        const places = findMentions(text).flatMap(({ at, end }) => [at, end]);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('the mention being typed', () => {
  test.each([
    ['@', { query: '', at: 0 }],
    ['fix @src/a', { query: 'src/a', at: 4 }],
    ['fix @"my no', { query: 'my no', at: 4 }],
    ['a\n(@b', { query: 'b', at: 3 }],
  ])('%j', (text, found) => {
    expect(typedMention(text, text.length)).toEqual(found);
  });

  test.each(['ana@ex', 'fix @src/a.ts ', '@"done" and', 'none'])('%j is none', (text) => {
    expect(typedMention(text, text.length)).toBeUndefined();
  });

  test('ends where the caret stands', () => {
    expect(typedMention('@src and more', 3)).toEqual({ query: 'sr', at: 0 });
  });
});
