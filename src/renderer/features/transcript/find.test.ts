import { expect, test } from 'vitest';
import { emptyView, fold } from '../../../shared/fold.ts';
import { scene } from '../../testing/scenes.ts';
import { createFinder } from './find.ts';

const { items } = fold(emptyView(), scene('finished').events);
const { signal } = new AbortController();

async function findItems(searched: typeof items, query: string): Promise<readonly string[] | undefined> {
  return createFinder(query).find(searched, signal);
}

test('words are found in prompts, answers and what tools gave back', async () => {
  expect(await findItems(items, 'PLANNER test')).toEqual(['u1']);
  expect(await findItems(items, 'src/planner/plan.ts:88')).toEqual(['c2']);
  expect(await findItems(items, 'half-open')).toEqual(['m5']);
});

test('an empty query finds nothing', async () => {
  expect(await findItems(items, '  ')).toEqual([]);
});

test('a long session is searched to its end, and not at all once nobody waits', async () => {
  const long = fold(emptyView(), scene('long').events).items;
  const prompts = long.flatMap((item) => (item.kind === 'user' ? [item.id] : []));
  expect(await findItems(long, 'of the long run')).toEqual(prompts);
  expect(await createFinder('of the long run').find(long, AbortSignal.abort())).toBeUndefined();
});
