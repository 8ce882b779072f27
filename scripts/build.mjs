import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bundleChromiumHost } from './lib/host-bundle.mjs';
import { bundleForNode } from './lib/node-bundle.mjs';
import { ROOT, runTool, say } from './lib/run.mjs';
import { markBuilt, sourceHash } from './lib/stamp.mjs';

const hash = sourceHash(ROOT);
const results = await Promise.allSettled([window(), commandLine(), bundleChromiumHost('chromium-host')]);
const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason?.message ?? result.reason)] : []));
for (const failure of failures) say(`FAILED ${stripVTControlCharacters(failure)}`);
if (failures.length === 0) markBuilt(hash);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Main process, preload and renderer. */
async function window() {
  const { code, output } = await runTool('electron-vite', ['build', '--logLevel', 'warn']);
  if (code !== 0) throw new Error(`electron-vite build\n${output}`);
}

async function commandLine() {
  await bundleForNode({ folder: 'cli', entries: { index: 'src/cli/index.ts' }, banner: '#!/usr/bin/env node' });
  chmodSync(join(ROOT, 'out', 'cli', 'index.js'), 0o755);
}
