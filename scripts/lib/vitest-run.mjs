import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
 * @property {readonly import('./gates.mjs').FileReport[]} [testResults]
 */

/** How long a set of tests may take before it is taken to hang: several times what it takes on a busy machine, and both together well under an hour. */
const SUITE_MS = 20 * 60_000;

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
  const { code } = await runTool('vitest', args, { env, show: true, timeoutMs: SUITE_MS });
  const tally = count(readReport(file), code);
  say(`${tally.failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${tally.passed} passed, ${tally.failed} failed`);
  return tally;
}

/** What a test prints of its own behind this word is passed on, whether it passed or not. */
const FIGURE = /^figure: (.*)$/gm;

/**
 * Runs some files of a set of tests without printing.
 * @param {string} config
 * @param {readonly string[]} files paths from the root; none runs nothing
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ sound: boolean, output: string, figures: readonly string[], reports: readonly import('./gates.mjs').FileReport[] }>}
 *   not `sound` when a test failed, a file did not load, or there was an error outside the tests
 */
export async function runFiles(config, files, env = process.env) {
  if (files.length === 0) return { sound: true, output: '', figures: [], reports: [] };
  const file = join(ROOT, 'test-results', 'gate.json');
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const args = ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...files];
  const { code, output } = await runTool('vitest', args, { env: { ...env, NO_COLOR: '1', STEINER_GATES: '1' } });
  return {
    sound: code === 0,
    output,
    figures: [...output.matchAll(FIGURE)].map(([, figure]) => `       ${figure}`),
    reports: readReport(file)?.testResults ?? [],
  };
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
