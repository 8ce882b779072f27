import { run, say, which } from './run.mjs';

/**
 * @typedef {object} Need
 * @property {string} what in words
 * @property {readonly string[]} programs one of them on PATH is enough
 * @property {readonly string[]} packages names on Debian and Ubuntu
 */

/** @type {Record<'git' | 'sandbox' | 'browser' | 'display' | 'bus', Need>} */
export const NEEDS = {
  git: { what: 'git', programs: ['git'], packages: ['git'] },
  sandbox: { what: 'bubblewrap, which confines the commands of the agent', programs: ['bwrap'], packages: ['bubblewrap'] },
  browser: {
    what: 'Chromium or Chrome, which shows the window',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    packages: ['chromium', 'fonts-liberation'],
  },
  display: { what: 'Xvfb, a display without a screen', programs: ['Xvfb'], packages: ['xvfb'] },
  bus: { what: 'dbus-daemon, over which a desktop is told of notifications', programs: ['dbus-daemon'], packages: ['dbus'] },
};

/**
 * @param {readonly Need[]} needs
 * @param {(program: string) => string | undefined} [find]
 * @returns {Need[]} those of which no program is there
 */
export function missing(needs, find = which) {
  return needs.filter((need) => need.programs.every((program) => find(program) === undefined));
}

/**
 * @param {readonly Need[]} needs
 * @param {{ root: boolean }} who
 * @returns {string} the one line that installs them on Debian and Ubuntu
 */
export function installLine(needs, { root }) {
  const sudo = root ? '' : 'sudo ';
  const packages = needs.flatMap((need) => need.packages).join(' ');
  return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages}`;
}

/**
 * Installs what is missing with apt when that is possible without asking, else says which line does.
 * @param {readonly Need[]} needs
 * @returns {Promise<boolean>} whether everything is there now
 */
export async function ensureMachine(needs) {
  if (process.platform !== 'linux') return true;
  const absent = missing(needs);
  if (absent.length === 0) return true;
  const root = process.getuid?.() === 0;
  if (root && which('apt-get') !== undefined) await installWithApt(absent);
  const still = missing(needs);
  if (still.length === 0) return true;
  for (const need of still) say(`Missing: ${need.what}.`);
  say(which('apt-get') === undefined ? 'Install it with your package manager.' : `To install: ${installLine(still, { root })}`);
  return false;
}

/** @param {readonly Need[]} needs */
async function installWithApt(needs) {
  const packages = needs.flatMap((need) => need.packages);
  say(`Installing ${packages.join(', ')} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update', '-q'], { env });
  const install = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
  if (install.code !== 0) say(`${update.output}${install.output}`.trimEnd());
}
