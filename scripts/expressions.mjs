import { ROOT, say } from './lib/run.mjs';
import { slowExpressions } from './lib/slow-expressions.mjs';

const faults = slowExpressions(ROOT);
for (const fault of faults) say(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
