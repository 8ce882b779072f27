import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool, say } from './run.mjs';

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 */

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {boolean} success
 */

/**
 * Runs a set of tests, which print by themselves.
 * @param {{ name: string, config: string, env?: NodeJS.ProcessEnv }} set
 * @returns {Promise<Tally>}
 */
export async function runVitest({ name, config, env = process.env }) {
  const folder = join(ROOT, 'test-results');
  const file = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(file, { force: true });
  const args = ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runTool('vitest', args, { env, show: true });
  const tally = count(readReport(file), code);
  say(`${tally.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${tally.passed} passed, ${tally.failed} failed`);
  return tally;
}

/**
 * A file that does not load, an error outside a test and a run without tests have no failed test to count: each counts as one.
 * @param {VitestReport | undefined} report
 * @param {number} code exit code of the runner
 * @returns {Tally}
 */
export function count(report, code) {
  const passed = report?.numPassedTests ?? 0;
  const failed = report?.numFailedTests ?? 0;
  const unsound = report === undefined || !report.success || code !== 0 || passed === 0;
  return { passed, failed: unsound ? Math.max(failed, 1) : failed };
}

/**
 * @param {string} file
 * @returns {VitestReport | undefined}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
