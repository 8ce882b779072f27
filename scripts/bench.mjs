import { join } from 'node:path';
import { bundleForNode } from './lib/node-bundle.mjs';
import { handOver, ROOT } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

/** The bench itself, and the programs it starts. */
const PROGRAMS = ['index', 'model-process', 'bare-loop'];

if (await ensureBuilt()) {
  await bundleForNode({ folder: 'bench', entries: Object.fromEntries(PROGRAMS.map((name) => [name, `bench/${name}.ts`])) });
  process.exitCode = await handOver(process.execPath, [join(ROOT, 'out', 'bench', 'index.js'), ...process.argv.slice(2)]);
} else {
  process.exitCode = 1;
}
