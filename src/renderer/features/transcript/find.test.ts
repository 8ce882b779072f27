import { expect, test } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import { scene } from '../../testing/scenes.ts';
import { findItems } from './find.ts';

const { items } = fold(emptyView(), scene('finished').events);

test('words are found in prompts, answers and what tools gave back', () => {
  expect(findItems(items, 'PLANNER test')).toEqual(['u1']);
  expect(findItems(items, 'src/planner/plan.ts:88')).toEqual(['c2']);
  expect(findItems(items, 'half-open')).toEqual(['m5']);
});

test('an empty query finds nothing', () => {
  expect(findItems(items, '  ')).toEqual([]);
});
