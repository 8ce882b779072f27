import { join } from 'node:path';
import { bundleForNode } from './lib/node-bundle.mjs';
import { handOver, ROOT } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

/** The bench itself, and the programs it starts. */
const PROGRAMS = ['index', 'model-process', 'bare-loop', 'open-process'];

/** Benches of their own, each called by its name: `npm run bench -- search`. */
const NAMED = ['search', 'checkpoint', 'open'];

if (await ensureBuilt()) {
  await bundleForNode({ folder: 'bench', entries: Object.fromEntries([...PROGRAMS, ...NAMED].map((name) => [name, `bench/${name}.ts`])) });
  const [first = '', ...rest] = process.argv.slice(2);
  const [program, args] = NAMED.includes(first) ? [first, rest] : ['index', process.argv.slice(2)];
  process.exitCode = await handOver(process.execPath, [join(ROOT, 'out', 'bench', `${program}.js`), ...args]);
} else {
  process.exitCode = 1;
}
