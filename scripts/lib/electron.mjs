import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT, run, say } from './run.mjs';

const PACKAGE = join(ROOT, 'node_modules', 'electron');
const REFUSED = join(ROOT, 'node_modules', '.cache', 'steiner', 'electron-unreachable');
const REACH_MS = 4_000;
const FETCH_MS = 180_000;
const DAY_MS = 86_400_000;

/**
 * The Electron binary. When it is not there it is fetched, once a day at most and never without a bound.
 * @returns {Promise<string | undefined>} its path; undefined, said in one line, when it cannot run here
 */
export async function findElectron() {
  if (binary() === undefined && !(await fetchBinary())) return undefined;
  const path = binary();
  if (path === undefined || (await hasItsLibraries(path))) return path;
  say('Electron lacks system libraries here, so the window opens in Chromium.');
  return undefined;
}

/** @returns {string | undefined} */
function binary() {
  const name = join(PACKAGE, 'path.txt');
  if (!existsSync(name)) return undefined;
  const path = join(PACKAGE, 'dist', readFileSync(name, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}

async function fetchBinary() {
  if (existsSync(REFUSED) && Date.now() - statSync(REFUSED).mtimeMs < DAY_MS) {
    say('Electron could not be had in the last day, so the window opens in Chromium.');
    return false;
  }
  if (await isReachable()) {
    say('Fetching Electron ...');
    const { code } = await run(process.execPath, [join(PACKAGE, 'install.js')], { timeoutMs: FETCH_MS });
    if (code === 0) return true;
  }
  mkdirSync(join(REFUSED, '..'), { recursive: true });
  writeFileSync(REFUSED, '');
  say('Electron cannot be fetched from here, so the window opens in Chromium.');
  return false;
}

/** Asks the release server, or the mirror that Electron's own settings name, whether it has this version. */
async function isReachable() {
  try {
    const { getArtifactRemoteURL } = createRequire(join(PACKAGE, 'install.js'))('@electron/get');
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    const url = await getArtifactRemoteURL({ version, artifactName: 'electron', platform: process.platform, arch: process.arch });
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACH_MS) })).ok;
  } catch {
    return false;
  }
}

/** @param {string} path */
async function hasItsLibraries(path) {
  if (process.platform !== 'linux') return true;
  const { output } = await run('ldd', [path]);
  return !output.includes('not found');
}
