import { expect, it } from 'vitest';
import { slowExpressions } from './lib/slow-expressions.mjs';
import { createSkeleton } from './testing/skeleton.ts';

it('finds each expression that a long text could hold up, and only those', async () => {
  await using tree = await createSkeleton({
    'src/end.ts': "export const a = (text: string) => text.replace(/\\/+$/, '');\n",
    'src/pair.tsx': "\nexport const b = (text: string) => text.replace(/([?&][^=&#]*=)[^&#]+/g, '$1');\n",
    'src/nested.ts': 'export const c = /^(\\w+)*$/;\n',
    'src/fine.ts': 'export const d = /^(?:[^"\\\\]|\\\\.)*$/;\n',
    'src/end.test.ts': 'export const e = /\\/+$/;\n',
    'src/testing/rig.ts': 'export const f = /\\/+$/;\n',
  });
  expect(slowExpressions(tree.root)).toEqual([
    'src/end.ts:1 /\\/+$/ takes time that grows with the square of the length of many \\/',
    'src/nested.ts:1 /^(\\w+)*$/ takes time that doubles with each character of many \\w',
    'src/pair.tsx:2 /([?&][^=&#]*=)[^&#]+/g takes time that grows with the square of the length of many \\?',
  ]);
});

it('finds nothing to look at to be a fault', async () => {
  await using tree = await createSkeleton({ 'src/none.ts': 'export const a = 1;\n' });
  expect(slowExpressions(tree.root)).toEqual(['There are no regular expressions to look at.']);
});
