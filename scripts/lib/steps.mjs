import { say } from './run.mjs';

/**
 * @typedef {object} Finding
 * @property {boolean} ok
 * @property {string} output shown when not ok
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} hint what to do when it fails
 * @property {() => Promise<Finding>} act
 */

/**
 * Runs the steps, `lanes` at a time, and prints one line for each as it ends.
 * @param {readonly Step[]} steps
 * @param {number} lanes
 * @param {(lines: string) => void} [print]
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSteps(steps, lanes, print = say) {
  const waiting = [...steps];
  const tally = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { ok, lines } = await runStep(step);
      print(lines);
      tally[ok ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return tally;
}

/** @param {Step} step */
async function runStep(step) {
  const started = performance.now();
  const { ok, output } = await step.act();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const report = ok ? [] : [output.trimEnd(), `       ${step.hint}`];
  const line = `${ok ? 'ok    ' : 'FAILED'} ${step.name.padEnd(34)} ${seconds.padStart(5)} s`;
  return { ok, lines: [line, ...report].join('\n') };
}
