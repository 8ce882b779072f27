import { expect, test } from 'vitest';
import { endsInTime } from '../../testing/bounded-work.ts';
import { renderInFlow, renderPairInFlow } from './render.ts';

test('a value inside brackets has none of its own, however much white space it holds', () => {
  expect([renderInFlow('a'), renderInFlow([1, 'b']), renderPairInFlow('k', { x: 1 })]).toEqual(['a', '[ 1, b ]', 'k: { x: 1 }']);
  const wide = `a${' '.repeat(1_000_000)}b`;
  expect(endsInTime(() => renderInFlow(wide)).length).toBeGreaterThan(1_000_000);
});
