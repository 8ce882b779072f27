import { expect, test } from 'vitest';
import { markedParts } from '../../shared/search.ts';
import { type Place, placeIn, placeInLine } from './search-line.ts';
import { parseQuery } from './search-query.ts';

const line = (type: string, data: object): string => JSON.stringify({ id: '1', parent: null, time: 1, type, data });
const said = (text: string): string => line('message.end', { message: { role: 'user', id: 'u1', origin: 'prompt', text } });

const found = (place: Place | undefined) => place && markedParts(place).flatMap((part) => (part.found ? [part.text] : []));
const look = (text: string, typed: string) => placeIn(text, parseQuery(typed), { role: 'user' });

test('names the message or call, and shows the words with what stands around them', () => {
  const blocks = [
    { type: 'thinking', text: 'hm' },
    { type: 'text', text: 'All\nis   WELL.' },
  ];
  expect([
    placeInLine(said('Is all well?'), parseQuery('WELL')),
    placeInLine(line('message.end', { message: { role: 'assistant', id: 'm1', blocks } }), parseQuery('well')),
    placeInLine(line('tool.end', { call: 'c1', name: 'bash', text: 'all well' }), parseQuery('well')),
  ]).toEqual([
    { role: 'user', item: 'u1', snippet: 'Is all well?', marks: [{ from: 7, to: 11 }], rank: 1 },
    { role: 'assistant', item: 'm1', snippet: 'All is WELL.', marks: [{ from: 7, to: 11 }], rank: 1 },
    { role: 'tool', item: 'c1', snippet: 'all well', marks: [{ from: 4, to: 8 }], rank: 1 },
  ]);
});

test.each([[said('x')], [line('turn.start', { turn: 'prompt' })], ['prompt {'], ['']])('finds nothing in the frame of %j', (text) => {
  expect(placeInLine(text, parseQuery('prompt'))).toBe(undefined);
});

test('a long text is cut around the words', () => {
  const place = placeIn(`${'a'.repeat(500)}needle${'b'.repeat(500)}`, parseQuery('needle'), { role: 'user' });
  expect(found(place)).toEqual(['needle']);
  expect(place?.snippet.length).toBe(1 + 40 + 6 + 120);
});

test('all words have to be there, in any order; what is in quotes stands together', () => {
  const text = 'The quay is wide.\nA pilot waits at the harbour.';
  expect(found(look(text, 'pilot quay'))).toEqual(['quay', 'pilot']);
  expect(found(look(text, 'harb wai'))).toEqual(['wai', 'harb']);
  expect(found(look(text, '"wide. a pilot" quay'))).toEqual(['quay', 'wide. A pilot']);
  expect([look(text, 'pilot crane'), look(text, '"pilot quay"'), look(text, '""')]).toEqual([undefined, undefined, undefined]);
});

test('accents, capitals and white space are the same however they are written', () => {
  const apart = 'Cafe\u0301 Mu\u0308nchen\t\u00a0 ISTANBUL \u0130zmir';
  expect(found(look(apart, 'm\u00fcnchen CAF\u00c9'))).toEqual(['Caf\u00e9', 'M\u00fcnchen']);
  expect(found(look('M\u00fcnchen', 'mu\u0308nchen'))).toEqual(['M\u00fcnchen']);
  expect(found(look(apart, '"mu\u0308nchen  istanbul" zmir'))).toEqual(['M\u00fcnchen ISTANBUL', 'zmir']);
});

test('what is found as it was typed fits best, then whole words, then parts of words', () => {
  const ranks = ['the quay pilot waits', 'a pilot on the quay', 'pilotage at quayside'].map((text) => look(text, 'quay pilot')?.rank);
  expect([ranks, look('harbours', 'harb')?.rank, look('a harbour', 'arb')?.rank]).toEqual([[2, 1, 0], 1, 0]);
});

test('shows the place where most of the words stand together', () => {
  const place = look(`quay ${'x '.repeat(400)} the quay and the pilot`, 'pilot quay');
  expect([found(place), place?.snippet.startsWith('…')]).toEqual([['quay', 'pilot'], true]);
});
