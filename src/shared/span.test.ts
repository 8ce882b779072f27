import { expect, test } from 'vitest';
import { span } from './span.ts';

test('spans until something happens leave out what there is none of', () => {
  expect([30_000, 12 * 60_000, 120 * 60_000, 185 * 60_000].map(span)).toEqual(['1 min', '12 min', '2 h', '3 h 5 min']);
  expect([52, 72].map((hours) => span(hours * 3_600_000))).toEqual(['2 d 4 h', '3 d']);
});
