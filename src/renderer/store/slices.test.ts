import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyView, fold } from '../../shared/fold.ts';
import { scene } from '../testing/scenes.ts';
import { foldInSlices, SLICE } from './slices.ts';

const { events } = scene('long');

test('a session read in slices is the session read at once, whatever its length', async () => {
  const length = fc.oneof(fc.nat(3 * SLICE), fc.constantFrom(0, SLICE, SLICE + 1, 4 * SLICE));
  await fc.assert(
    fc.asyncProperty(length, async (count) => {
      const some = events.slice(0, count);
      expect(await foldInSlices(some)).toEqual(fold(emptyView(), some));
    }),
    { numRuns: 25 },
  );
});

test('between the slices other work has its turn', async () => {
  let turns = 0;
  const work = setInterval(() => {
    turns += 1;
  });
  await foldInSlices(events);
  clearInterval(work);
  expect(turns).toBeGreaterThan(0);
});
