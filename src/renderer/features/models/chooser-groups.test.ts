import { expect, test } from 'vitest';
import type { ModelChoice } from '../../../shared/ipc.ts';
import { chooserGroups } from './chooser-groups.ts';

const model = (ref: string, more: Partial<ModelChoice> = {}): ModelChoice => {
  const [provider = '', id = ''] = ref.split('/');
  return { ref, provider, id, scripted: false, default: false, ...more };
};

const MODELS = [
  model('demo/script', { scripted: true }),
  model('b/six'),
  model('a/two', { uses: 3 }),
  model('main', { alias: true, provider: 'b', id: 'big', uses: 3 }),
  model('a/one'),
  model('a/three', { uses: 9 }),
  model('b/four', { favourite: true, uses: 1 }),
  model('b/five', { favourite: true, uses: 2 }),
  model('c/usual', { default: true }),
  model('aside', { alias: true, provider: 'b', id: 'small' }),
  model('a/Four'),
];

function drawn(models: readonly ModelChoice[], query = ''): Record<string, string[]> {
  const { groups } = chooserGroups(models, query);
  return Object.fromEntries(groups.map(({ value, items }) => [value, items.map(({ ref }) => ref)]));
}

test('each model stands once: favourites, what was chosen most with names first among equals, names, then all others by name', () => {
  const groups = {
    Favourites: ['b/five', 'b/four'],
    'Most chosen': ['a/three', 'main', 'a/two'],
    'Named in the configuration': ['aside', 'c/usual'],
    a: ['a/Four', 'a/one'],
    b: ['b/six'],
    demo: ['demo/script'],
  };
  expect(Object.entries(drawn(MODELS))).toEqual(Object.entries(groups));
});

test('a search finds by every word, in the name and in what an alias stands for', () => {
  expect([drawn(MODELS, 'BIG b'), drawn(MODELS, 'a/ o'), drawn(MODELS, 'nothing')]).toEqual([
    { 'Most chosen': ['main'] },
    { 'Most chosen': ['a/two'], a: ['a/Four', 'a/one'] },
    {},
  ]);
});

test('of thousands only so many are drawn, and the rest is counted', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => model(`p/m${index}`));
  const { groups, hidden } = chooserGroups(many, '');
  expect([groups.reduce((sum, { items }) => sum + items.length, 0), hidden]).toEqual([200, 1_800]);
  expect(chooserGroups(many, 'm1999')).toEqual({ groups: [{ value: 'p', items: [many[1_999]] }], hidden: 0 });
});

test('a reason that holds for a whole group is said once; in a mixed group each row has its own', () => {
  const off = { unavailable: 'Set KEY.' };
  const reasons = (models: readonly ModelChoice[]) => chooserGroups(models, '').groups.map(({ unavailable }) => unavailable);
  expect([
    reasons([model('a/one', off), model('a/two', off)]),
    reasons([model('a/one', off), model('a/two')]),
    reasons([model('a/one', off), model('a/two', { unavailable: 'Sign in.' })]),
  ]).toEqual([['Set KEY.'], [undefined], [undefined]]);
});
