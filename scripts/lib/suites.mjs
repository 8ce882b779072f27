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
  const tally = await withDisplay((env) => runVitest({ name: 'e2e', config: 'vitest.e2e.config.ts', env }));
  return tally ?? { passed: 0, failed: 1 };
}

/**
 * @template T
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} act
 * @returns {Promise<T | undefined>} undefined, said in one line, when there is no display and none could be started
 */
export async function withDisplay(act) {
  const display = await openDisplay();
  if (display === undefined) {
    say('FAILED: there is no display for the windows');
    return undefined;
  }
  try {
    return await act(display.env);
  } finally {
    display.stop();
  }
}
