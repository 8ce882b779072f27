import { openDisplay } from './display.mjs';
import { say } from './run.mjs';
import { runVitest } from './vitest-run.mjs';

/** @typedef {import('./vitest-run.mjs').Tally} Tally */

/** @returns {Promise<Tally>} unit and integration tests, beside the sources */
export function runUnit() {
  return runVitest({ name: 'unit', config: 'vitest.config.ts' });
}

/**
 * The built app, driven from outside on a display of its own when there is none.
 * @returns {Promise<Tally>}
 */
export async function runE2e() {
  const display = await openDisplay();
  if (display === undefined) {
    say('FAILED e2e: no display');
    return { passed: 0, failed: 1 };
  }
  try {
    return await runVitest({ name: 'e2e', config: 'vitest.e2e.config.ts', env: display.env });
  } finally {
    display.stop();
  }
}
