import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The repository's own folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 1 when a signal ended it or it could not start
 * @property {string} output what it printed, both streams in order; empty with `show`
 * @property {number} seconds
 */

/**
 * Runs a program to its end, without stdin.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, timeoutMs?: number }} [options] `show` lets it print by itself
 * @returns {Promise<Outcome>}
 */
export function run(command, args, options = {}) {
  const { cwd = ROOT, env = process.env, show = false, timeoutMs } = options;
  const started = performance.now();
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    const child = spawn(command, args, {
      cwd,
      env,
      timeout: timeoutMs,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    /** @param {number} code @param {string} [note] */
    const end = (code, note = '') =>
      resolve({ code, output: Buffer.concat(chunks).toString() + note, seconds: (performance.now() - started) / 1000 });
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.on('error', (error) => end(1, `${command} did not start: ${error.message}\n`));
    child.on('close', (code, signal) => end(code ?? 1, signal === null ? '' : `${command} was ended by ${signal}\n`));
  });
}

/**
 * Runs a program and gives what it prints line by line.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ lines: AsyncIterable<string>, end: Promise<string> }} `end` is what it complained about
 */
export function runLines(command, args) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  return { lines: createInterface(child.stdout), end: text(child.stderr) };
}

/**
 * Runs the program a package installed.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runTool(name, args, options) {
  return run(join(ROOT, 'node_modules', '.bin', name), args, options);
}

/**
 * Gives this process's terminal to a program and ends with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function handOver(command, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      say(`${command} did not start: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/**
 * @param {string} name
 * @returns {string | undefined} where the program is on PATH
 */
export function which(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}
