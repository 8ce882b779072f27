import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const SKIPPED = new Set(['node_modules', 'out', '.git', '.steiner', 'test-results', 'fixtures']);

/**
 * @param {string} root
 * @param {readonly string[]} folders below root; one that is not there has no files
 * @param {RegExp} name what the file name must match
 * @returns {string[]} paths relative to root, with forward slashes, sorted
 */
export function filesBelow(root, folders, name) {
  return folders
    .flatMap((folder) => walk(join(root, folder), name))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .sort();
}

/**
 * @param {string} folder
 * @param {RegExp} name
 * @returns {string[]}
 */
function walk(folder, name) {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(path, name);
    return name.test(entry.name) ? [path] : [];
  });
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
