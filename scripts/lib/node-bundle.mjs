import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { ROOT } from './run.mjs';

/**
 * @typedef {object} Bundle
 * @property {string} folder below out/, or absolute
 * @property {Record<string, string>} entries name of the bundle's file without `.js`, and its source
 * @property {string} [banner] first line of each file
 */

/** Ripgrep is a program beside its package, so it stays in node_modules. */
const OUTSIDE = ['@vscode/ripgrep'];

/** The same library as ECMAScript modules: of those only what is used goes along, and nothing is wrapped at the start. */
const YAML = { find: /^yaml$/, replacement: join(ROOT, 'node_modules', 'yaml', 'browser', 'index.js') };

/**
 * Bundles a program for Node with every library in it, so that it starts without reading hundreds of files.
 * @param {Bundle} bundle
 * @returns {Promise<void>} rejects when a source is missing or does not build
 */
export async function bundleForNode({ folder, entries, banner = '' }) {
  const absent = Object.values(entries).filter((source) => !existsSync(join(ROOT, source)));
  if (absent.length > 0) throw new Error(`${absent.join(', ')} is not there, so ${folder} cannot be built.`);
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: [YAML] },
    // Some libraries are CommonJS and name their own file; in a module that name does not exist.
    define: { __filename: 'import.meta.filename', __dirname: 'import.meta.dirname' },
    ssr: { noExternal: true, external: OUTSIDE, target: 'node' },
    build: {
      ssr: true,
      outDir: resolve(ROOT, 'out', folder),
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(ROOT, source)])),
        output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', banner },
      },
    },
  });
}

/**
 * Bundles one script for a page: no imports, no exports, no globals.
 * @param {{ readonly folder: string, readonly name: string, readonly entry: string }} script `folder` as for a `Bundle`
 * @returns {Promise<void>}
 */
export async function bundleForPage({ folder, name, entry }) {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: resolve(ROOT, 'out', folder),
      emptyOutDir: false,
      target: 'chrome120',
      modulePreload: false,
      rolldownOptions: { input: join(ROOT, entry), output: { format: 'iife', entryFileNames: `${name}.js` } },
    },
  });
}
