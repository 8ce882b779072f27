import { chosenGates, judge } from './lib/gates.mjs';
import { ensureMachine, NEEDS } from './lib/machine.mjs';
import { ensureModules } from './lib/modules.mjs';
import { say } from './lib/run.mjs';
import { ensureBuilt, nodeIsRecent } from './lib/setup.mjs';
import { withDisplay } from './lib/suites.mjs';
import { runFiles } from './lib/vitest-run.mjs';

/** @typedef {import('./lib/gates.mjs').Gate} Gate */

const words = process.argv.slice(2);
const gates = chosenGates(words);
if (typeof gates === 'string') {
  say(gates);
  process.exitCode = 2;
} else process.exitCode = (await runGates(gates)) ? 0 : 1;

/**
 * @param {readonly Gate[]} chosen
 * @returns {Promise<boolean>} a gate that was asked for by its number and is not there yet does not hold
 */
async function runGates(chosen) {
  const there = chosen.filter(({ needs }) => needs === undefined);
  const ready =
    there.length === 0 ||
    (nodeIsRecent() && (await ensureMachine(Object.values(NEEDS))) && (await ensureModules()) && (await ensureBuilt()));
  if (!ready) return false;
  let held = 0;
  for (const gate of chosen) held += (await runGate(gate)) ? 1 : 0;
  const absent = chosen.length - there.length;
  const failed = there.length - held;
  say(`${held} hold, ${failed} failed, ${absent} not there yet`);
  return failed === 0 && held > 0;
}

/** @param {Gate} gate */
async function runGate(gate) {
  const name = `gate ${String(gate.number).padStart(2)}  ${gate.name}`;
  if (gate.needs !== undefined) {
    say(`absent ${name}: not there yet: needs ${gate.needs}`);
    return false;
  }
  const started = performance.now();
  const [unit, e2e, measured] = [gate.unit ?? [], gate.e2e ?? [], gate.measured ?? []];
  const windows = [...e2e, ...measured];
  const inWindows = async (/** @type {NodeJS.ProcessEnv} */ env) => [
    await runFiles('vitest.e2e.config.ts', e2e, env),
    await runFiles('vitest.gates.config.ts', measured, env),
  ];
  const runs = [await runFiles('vitest.config.ts', unit), ...((windows.length > 0 && (await withDisplay(inWindows))) || [])];
  const { passed, faults } = judge(
    [...unit, ...e2e, ...measured],
    runs.flatMap(({ reports }) => reports),
  );
  const holds = faults.length === 0 && passed > 0 && runs.every(({ sound }) => sound);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const lines = [`${holds ? 'ok    ' : 'FAILED'} ${name}: ${passed} tests, ${seconds} s`, ...runs.flatMap(({ figures }) => figures)];
  if (!holds)
    lines.push(...runs.flatMap(({ sound, output }) => (sound ? [] : [output.trimEnd()])), ...faults.map((fault) => `       ${fault}`));
  say(lines.join('\n'));
  return holds;
}
