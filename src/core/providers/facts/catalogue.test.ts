import { expect, test } from 'vitest';
import { catalogueSchema, createCatalogue } from './catalogue.ts';
import shipped from './shipped-catalogue.json' with { type: 'json' };

const entries = { good: { context: 8_000, vision: true }, wrong: { context: -1 } };
const catalogue = createCatalogue({ from: 'a test', date: '2026-11-20', providers: { seller: entries } });

test('every entry of the shipped catalogue is well formed, and says nothing that would be left out', () => {
  expect(catalogueSchema.parse(shipped)).toEqual(shipped);
});

test('an entry is checked when it is found, and no other', () => {
  expect(catalogue.find(['seller'], 'good', false)).toEqual({ entry: { context: 8_000, vision: true }, exact: true });
  expect(() => catalogue.find(['seller'], 'wrong', false)).toThrow('context');
});

test('what other sellers say of a model is checked too', () => {
  expect(catalogue.find([], 'other/good', true)).toEqual({
    entry: { context: 8_000, vision: true, efforts: [], echo: false },
    exact: false,
  });
  expect(() => catalogue.find([], 'other/wrong', true)).toThrow('context');
});
