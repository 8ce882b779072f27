import { join } from 'node:path';
import { ROOT, run, say } from './run.mjs';
import { isBuilt } from './stamp.mjs';

const OLDEST_NODE = [20, 19];

/** @returns {boolean} false, said in one line, when this Node is too old */
export function nodeIsRecent(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return true;
  say(`Steiner needs Node ${OLDEST_NODE.join('.')} or later; this is ${version}. Install a newer Node and try again.`);
  return false;
}

/**
 * Builds when `out/` is older than the sources.
 * @returns {Promise<boolean>} false when the build failed, which is then on the screen
 */
export async function ensureBuilt() {
  if (isBuilt()) return true;
  say('Building ...');
  const { code, output } = await run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
  if (code === 0) return true;
  say(output.trimEnd());
  say('The build failed, so there is nothing to run. The lines above say which part.');
  return false;
}
