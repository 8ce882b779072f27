import { expect, test } from 'vitest';
import { columnWords, priceWords, switchWords } from './model-words.ts';

const model = { ref: 'p/m', provider: 'p', id: 'm', scripted: false, default: false };

test.each([
  [{ input: 1.25, output: 10 }, '$1.25 / $10'],
  [{ input: 0.03, output: 0.125 }, '$0.03 / $0.13'],
  [{ input: 0.0004, output: 0 }, '$0.0004 / free'],
])('a price of %j is %s', (price, words) => {
  expect(priceWords(price)).toBe(words);
});

test('the columns are also said', () => {
  expect([columnWords(model), columnWords({ ...model, contextWindow: 262_144, vision: false, price: { input: 1, output: 2 } })]).toEqual([
    'window not known, price not known, pictures not known',
    '262k tokens, $1 / $2 for a million tokens in and out, takes no pictures',
  ]);
});

test('what a change does to the cache is said with tokens and money, and nothing where nothing is lost', () => {
  const priced = { ...model, price: { input: 5, output: 25 } };
  const asked = { tokens: 48_000, current: 'p/other' };
  expect([
    switchWords(priced, asked),
    switchWords(model, asked),
    switchWords({ ...model, price: { input: 0.01, output: 0 } }, asked),
    switchWords(priced, { ...asked, current: 'p/m' }),
    switchWords(priced, { tokens: undefined, current: 'p/other' }),
  ]).toEqual([
    'Another model has nothing in its cache: the next prompt reads about 48k tokens anew, about $0.24.',
    'Another model has nothing in its cache: the next prompt reads about 48k tokens anew.',
    'Another model has nothing in its cache: the next prompt reads about 48k tokens anew, less than $0.01.',
    undefined,
    undefined,
  ]);
});
