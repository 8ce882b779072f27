import { availableParallelism } from 'node:os';
import { checkSteps } from './lib/checks.mjs';
import { say } from './lib/run.mjs';
import { runSteps } from './lib/steps.mjs';

const [only = ''] = process.argv.slice(2);
const steps = checkSteps().filter((step) => step.name.startsWith(only));
const { passed, failed } = await runSteps(steps, Math.min(4, availableParallelism()));
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
