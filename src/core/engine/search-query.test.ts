import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeIn } from './search-line.ts';
import { linePattern, parseQuery } from './search-query.ts';

test.each([
  ['Quay  pilot', ['quay', 'pilot']],
  ['"quay pilot" tide', ['quay pilot', 'tide']],
  ['say "quay pi', ['say', 'quay pi']],
  ['quay quayside', ['quayside']],
  ['a"b c"d', ['a', 'b c', 'd']],
  [' "" ', []],
])('%j looks for %j', (typed, terms) => {
  expect(parseQuery(typed).terms).toEqual(terms);
});

const word = fc.string({ unit: fc.constantFrom(...'abcAB.\\', '\u00e9', 'e\u0301', '\u0301'), minLength: 1, maxLength: 4 });
const glue = fc.constantFrom(' ', '\n', '  ', '\t', '-');

test('the pattern matches every line in whose texts the words are found', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, glue), { minLength: 1, maxLength: 8 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      (text, terms) => {
        const said = text.flat().join('');
        const query = parseQuery(terms.join(' '));
        if (!placeIn(said, query, { role: 'user' }) || overlap(query.terms)) return;
        const line = JSON.stringify({ type: 'tool.end', data: { call: 'c1', text: said } });
        // As ripgrep reads it, but for the flag that a part of the pattern sets.
        expect(new RegExp(linePattern(query).replaceAll('(?i:', '(?:'), 'iu').test(line)).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

/** Whether one could begin where another one ends: a pattern finds them only beside each other. */
function overlap(terms: readonly string[]): boolean {
  return terms.some((one, index) =>
    terms.some(
      (other, at) => at !== index && Array.from({ length: one.length }, (_, cut) => one.slice(cut)).some((end) => other.startsWith(end)),
    ),
  );
}
