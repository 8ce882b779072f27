import { expect, it } from 'vitest';
import { createSkeleton } from '../testing/skeleton.ts';
import { sourceHash } from './stamp.mjs';

it('changes with a source or the lock file, and not with a test or a page', async () => {
  await using tree = await createSkeleton({ 'src/cli/index.ts': 'one', 'package-lock.json': '{}' });
  const before = sourceHash(tree.root);
  await tree.add({ 'src/cli/index.test.ts': 'test', 'README.md': 'page' });
  const unchanged = sourceHash(tree.root);
  await tree.add({ 'src/cli/index.ts': 'two' });
  const newSource = sourceHash(tree.root);
  await tree.add({ 'package-lock.json': '{"lockfileVersion":3}' });
  const newLock = sourceHash(tree.root);
  expect([unchanged === before, new Set([before, newSource, newLock]).size]).toEqual([true, 3]);
});
