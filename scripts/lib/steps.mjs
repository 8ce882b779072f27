import { say } from './run.mjs';

/**
 * @typedef {object} Finding
 * @property {string} name
 * @property {boolean} ok
 * @property {string} output shown when not ok
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} hint what to do when it fails
 * @property {() => AsyncIterable<Finding>} act one finding, or several that come from the same work; none is a failure
 */

/** @typedef {{ passed: number, failed: number }} Tally */

/**
 * Runs the steps, `lanes` at a time, and prints one line for each finding as it comes.
 * @param {readonly Step[]} steps
 * @param {number} lanes
 * @param {(lines: string) => void} [print]
 * @returns {Promise<Tally>}
 */
export async function runSteps(steps, lanes, print = say) {
  const waiting = [...steps];
  const tally = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await runStep(step, tally, print);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return tally;
}

/**
 * @param {Step} step
 * @param {Tally} tally
 * @param {(lines: string) => void} print
 */
async function runStep(step, tally, print) {
  let started = performance.now();
  let found = 0;
  for await (const finding of step.act()) {
    found += 1;
    tally[finding.ok ? 'passed' : 'failed'] += 1;
    print(report(step, finding, performance.now() - started));
    started = performance.now();
  }
  if (found > 0) return;
  tally.failed += 1;
  print(report(step, { name: step.name, ok: false, output: 'It looked at nothing.' }, performance.now() - started));
}

/**
 * @param {Step} step
 * @param {Finding} finding
 * @param {number} milliseconds
 */
function report({ hint }, { name, ok, output }, milliseconds) {
  const line = `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(34)} ${(milliseconds / 1000).toFixed(1).padStart(5)} s`;
  return ok ? line : [line, output.trimEnd(), `       ${hint}`].join('\n');
}
