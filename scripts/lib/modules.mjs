import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, say } from './run.mjs';

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} LockFile */

/**
 * @param {LockFile} wanted the repository's lock file
 * @param {LockFile} present npm's record of what it installed
 * @returns {string[]} folders of packages that are missing or of another version
 */
export function stalePackages(wanted, present) {
  return Object.entries(wanted.packages)
    .filter(([folder, entry]) => folder !== '' && present.packages[folder]?.version !== entry.version)
    .filter(([folder, entry]) => !(entry.optional && present.packages[folder] === undefined))
    .map(([folder]) => folder);
}

/**
 * Installs the node modules from the lock file when some are missing or stale.
 * @returns {Promise<boolean>} false when npm failed
 */
export async function ensureModules() {
  if (!needsInstall()) return true;
  say('Installing node modules from the lock file ...');
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0) return true;
  say(output.trimEnd());
  say('npm could not install the node modules. Check the network and the registry setting (npm config get registry), then try again.');
  return false;
}

function needsInstall() {
  const wanted = readLock('package-lock.json');
  const present = readLock(join('node_modules', '.package-lock.json'));
  return wanted === undefined || present === undefined || stalePackages(wanted, present).length > 0;
}

/**
 * @param {string} file
 * @returns {LockFile | undefined}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  } catch {
    return undefined;
  }
}
