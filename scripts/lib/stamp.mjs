import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';
import { filesBelow } from './tree.mjs';

const STAMP = join('out', '.stamp');
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'electron.vite.config.ts',
  'scripts/build.mjs',
  'scripts/lib/host-bundle.mjs',
  'scripts/lib/node-bundle.mjs',
];

/** @returns {boolean} whether `out/` was built from the sources as they are now */
export function isBuilt() {
  const stamp = join(ROOT, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(ROOT);
}

/** Records that `out/` holds what the sources say; `hash` was taken before the build read them. */
export function markBuilt(/** @type {string} */ hash) {
  writeFileSync(join(ROOT, STAMP), hash);
}

/**
 * @param {string} root
 * @returns {string} changes when a file that goes into the build changes
 */
export function sourceHash(root) {
  const hash = createHash('sha256');
  const sources = filesBelow(root, ['src'], /(?<!\.test)\.(tsx?|css|html|svg|png|woff2|json)$/);
  for (const file of [...FILES, ...sources]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
