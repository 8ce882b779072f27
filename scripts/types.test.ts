import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, run } from './lib/run.mjs';
import { createSkeleton } from './testing/skeleton.ts';

const NODE = 'node:fs';
const PROCESS = 'process';
const DOCUMENT = 'document';

/** Uses Node's modules, Node's globals and the DOM's. */
const SEEDED = `import { readFile } from '${NODE}';\nexport const used = [readFile, ${PROCESS}.pid, ${DOCUMENT}.title];\n`;

it.each([
  { layer: 'src/shared', unknown: [NODE, PROCESS, DOCUMENT] },
  { layer: 'src/core', unknown: [DOCUMENT] },
  { layer: 'src/main', unknown: [DOCUMENT] },
  { layer: 'src/cli', unknown: [DOCUMENT] },
  { layer: 'src/renderer', unknown: [NODE, PROCESS] },
])('$layer does not know $unknown', async ({ layer, unknown }) => {
  await using tree = await createSkeleton({ [`${layer}/seeded.ts`]: SEEDED });
  for (const path of ['node_modules', 'tsconfig.base.json', `${layer}/tsconfig.json`]) await tree.link(path, join(ROOT, path));
  const { out } = await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', layer, '--pretty', 'false'], { cwd: tree.root });
  expect([...out.matchAll(/Cannot find name '([^']+)'/g)].map(([, name]) => name)).toEqual(unknown);
});
