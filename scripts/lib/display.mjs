import { spawn } from 'node:child_process';
import { say } from './run.mjs';

/** Whether a window can be shown here. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Starts a display without a screen, or uses the one that is there.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => void } | undefined>} undefined when Xvfb did not start
 */
export async function openDisplay() {
  if (hasDisplay()) return { env: process.env, stop: () => {} };
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const stop = () => void child.kill();
  process.once('exit', stop);
  const number = await firstLine(child);
  if (number === undefined) say('Xvfb did not start, so there is no display for the windows.');
  return number === undefined ? undefined : { env: { ...process.env, DISPLAY: `:${number}` }, stop };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string | undefined>} the display's number, once it takes connections
 */
function firstLine(child) {
  return new Promise((resolve) => {
    let text = '';
    child.stdio[3]?.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(text.trim());
    });
    child.once('error', () => resolve(undefined));
    child.once('exit', () => resolve(undefined));
  });
}
