import { expect, test } from 'vitest';
import { foundIn, MOST_DRAWN, type PaletteGroup } from './actions.ts';

const run = (): void => undefined;

function group(value: string, count: number, of: Partial<PaletteGroup> = {}): PaletteGroup {
  const items = Array.from({ length: count }, (_, index) => ({ id: `${value}-${index}`, title: `${value} ${index}`, words: 'thing', run }));
  return { value, items, ...of };
}

const GROUPS = [group('Action', 60), group('Session', 3_000, { long: true })];

function found(query: string): readonly (readonly [string, number])[] {
  return foundIn(GROUPS, query).map(({ value, items }) => [value, items.length]);
}

test('every word has to stand in an entry, and a group without any is left out', () => {
  expect([found('session 2999'), found('thing ACTION 7'), found('nothing')]).toEqual([[['Session', 1]], [['Action', 6]], []]);
});

test('of thousands the first are drawn and the rest is counted; actions are all there', () => {
  expect([found(''), found('session 29')]).toEqual([
    [
      ['Action', 60],
      [`Session, ${MOST_DRAWN} of 3,000`, MOST_DRAWN],
    ],
    [['Session, 50 of 159', 50]],
  ]);
});
