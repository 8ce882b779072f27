import { expect, test } from 'vitest';
import { placeIn, placeInLine } from './search-line.ts';

const line = (type: string, data: object): string => JSON.stringify({ id: '1', parent: null, time: 1, type, data });
const said = (text: string): string => line('message.end', { message: { role: 'user', id: 'u1', origin: 'prompt', text } });

test('names the message or call, and shows the words with what stands around them', () => {
  const blocks = [
    { type: 'thinking', text: 'hm' },
    { type: 'text', text: 'All\nis   WELL.' },
  ];
  expect([
    placeInLine(said('Is all well?'), 'WELL'),
    placeInLine(line('message.end', { message: { role: 'assistant', id: 'm1', blocks } }), 'well'),
    placeInLine(line('tool.end', { call: 'c1', name: 'bash', text: 'all well' }), 'well'),
  ]).toEqual([
    { role: 'user', item: 'u1', snippet: 'Is all well?', from: 7, to: 11 },
    { role: 'assistant', item: 'm1', snippet: 'All is WELL.', from: 7, to: 11 },
    { role: 'tool', item: 'c1', snippet: 'all well', from: 4, to: 8 },
  ]);
});

test.each([[said('x')], [line('turn.start', { turn: 'prompt' })], ['prompt {'], ['']])('finds nothing in the frame of %j', (text) => {
  expect(placeInLine(text, 'prompt')).toBe(undefined);
});

test('a long text is cut around the words', () => {
  const place = placeIn(`${'a'.repeat(500)}needle${'b'.repeat(500)}`, 'needle', { role: 'user' });
  expect(place?.snippet.slice(place.from, place.to)).toBe('needle');
  expect(place?.snippet.length).toBe(1 + 40 + 6 + 120);
});
