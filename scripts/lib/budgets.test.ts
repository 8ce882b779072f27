import { expect, it } from 'vitest';
import { createSkeleton } from '../testing/skeleton.ts';
import { overBudget } from './budgets.mjs';

const lines = (count: number) => 'x\n'.repeat(count);

const WITHIN = {
  'package.json': JSON.stringify({ dependencies: { zod: '1.0.0' } }),
  'README.md': '[guide](AGENTS.md) and [a site](https://example.org/)\n',
  'CHANGELOG.md': '# Changes\n',
  'AGENTS.md': lines(120),
  'docs/dependencies.md': '- `zod`: checks what crosses a border.\n',
  'src/preload/index.ts': lines(60),
  'src/renderer/app.css': lines(300),
};

it('has nothing to say about a tree within its budgets', async () => {
  await using tree = await createSkeleton(WITHIN);
  expect(overBudget(tree.root)).toEqual([]);
});

it('names each fault', async () => {
  await using tree = await createSkeleton({
    ...WITHIN,
    'package.json': JSON.stringify({ dependencies: { zod: '1.0.0', yaml: '1.0.0' } }),
    'README.md': '[gone](docs/gone.md)\n',
    'AGENTS.md': lines(121),
    'docs/dependencies.md': '- `zod`: one reason.\n- `zod`: another.\n- `left`: it was used once.\n',
    'src/preload/index.ts': lines(61),
    'src/renderer/app.css': lines(301),
    'src/cli/index.ts': `const a = 1; // ${'TO'}DO\n`,
    'src/cli/long.ts': lines(301),
  });
  expect(overBudget(tree.root)).toEqual([
    'src/cli/long.ts has 301 lines; 300 is the limit.',
    'src/renderer/app.css has 301 lines; 300 is the limit.',
    'src/preload/index.ts has 61 lines; 60 is the limit.',
    'AGENTS.md has 121 lines; 120 is the limit.',
    `src/cli/index.ts:1 leaves work behind or silences a rule: const a = 1; // ${'TO'}DO`,
    'docs/dependencies.md gives zod no reason, or more than one.',
    'docs/dependencies.md gives yaml no reason, or more than one.',
    'docs/dependencies.md explains left, which is not a runtime dependency.',
    'README.md links to docs/gone.md, which is not there.',
  ]);
});

it('does not take nothing for good', async () => {
  await using tree = await createSkeleton({ 'package.json': '{}' });
  expect(overBudget(tree.root)).toEqual([
    'There is no source, or no style sheet, to measure.',
    'src/preload has 0 files; it is one file.',
    'AGENTS.md is missing.',
    'There are no sources to search.',
    'docs/dependencies.md is missing.',
    'README.md is missing.',
    'AGENTS.md is missing.',
    'CHANGELOG.md is missing.',
  ]);
});
