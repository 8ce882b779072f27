import { join } from 'node:path';
import { bundleForNode, bundleForPage } from './node-bundle.mjs';

const SOURCE = 'src/chromium-host';

/**
 * The Chromium host: its program, the hook that runs on Node's loader thread, and the two scripts that go into every page.
 * @param {string} folder below out/, or absolute
 * @returns {Promise<void>}
 */
export async function bundleChromiumHost(folder) {
  await bundleForNode({ folder, entries: { index: `${SOURCE}/index.ts`, 'module-hook': `${SOURCE}/module-hook.ts` } });
  const page = join(folder, 'page');
  for (const name of ['main-world', 'preload-world']) await bundleForPage({ folder: page, name, entry: `${SOURCE}/page/${name}.ts` });
}
