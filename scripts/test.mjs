import { availableParallelism } from 'node:os';
import { buildStep, checkSteps } from './lib/checks.mjs';
import { ensureMachine, NEEDS } from './lib/machine.mjs';
import { ensureModules } from './lib/modules.mjs';
import { say } from './lib/run.mjs';
import { nodeIsRecent } from './lib/setup.mjs';
import { runSteps } from './lib/steps.mjs';
import { runE2e, runUnit } from './lib/suites.mjs';

/** @typedef {import('./lib/vitest-run.mjs').Tally} Tally */

const tallies = await runAll();
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** @returns {Promise<Tally[]>} */
async function runAll() {
  const ready = nodeIsRecent() && (await ensureMachine(Object.values(NEEDS))) && (await ensureModules());
  if (!ready) return [{ passed: 0, failed: 1 }];
  const checks = await runSteps([buildStep(), ...checkSteps()], Math.min(4, availableParallelism()));
  return [checks, await runUnit(), await runE2e()];
}
