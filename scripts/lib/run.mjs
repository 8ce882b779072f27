import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The repository's own folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How long one part of a check may take before it is taken to hang; the slowest takes a minute on a busy machine. */
export const CHECK_MS = 10 * 60_000;

/**
 * @typedef {object} Outcome
 * @property {number} code exit code; 1 when a signal ended it, it took too long or it could not start
 * @property {string} output what it printed, both streams as they came, for a person to read; empty with `show`
 * @property {string} out what it printed on its standard output alone; empty with `show`
 * @property {number} seconds
 */

/**
 * Runs a program to its end, without stdin. One that takes longer than `timeoutMs` is killed, and that is said.
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
    /** @type {Buffer[]} */
    const out = [];
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    const late = endLate(child, timeoutMs);
    /** @param {number} code @param {string} [note] */
    const end = (code, note = '') => {
      late.cancel();
      if (show && note !== '') say(note.trimEnd());
      const seconds = (performance.now() - started) / 1000;
      resolve({ code, output: Buffer.concat(chunks).toString() + note, out: Buffer.concat(out).toString(), seconds });
    };
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      chunks.push(chunk);
      out.push(chunk);
    });
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
    child.on('error', (error) => end(1, `${command} did not start: ${error.message}\n`));
    child.on('close', (code, signal) => end(code ?? 1, signal === null ? '' : `${command} was ended ${late.why() ?? `by ${signal}`}\n`));
  });
}

/**
 * Kills a program that does not end in time, and lets go of what it left that holds its streams.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number | undefined} timeoutMs
 * @returns {{ cancel: () => void, why: () => string | undefined }}
 */
function endLate(child, timeoutMs) {
  if (timeoutMs === undefined) return { cancel: () => {}, why: () => undefined };
  /** @type {string | undefined} */
  let why;
  const timer = setTimeout(() => {
    why = `after ${timeoutMs / 1_000} s, which is far too long: something in it hangs`;
    child.kill('SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, timeoutMs);
  return { cancel: () => clearTimeout(timer), why: () => why };
}

/**
 * Runs a program and gives what it prints line by line, for `CHECK_MS` at most.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ lines: AsyncIterable<string>, end: Promise<string> }} `end` is what it complained about
 */
export function runLines(command, args) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], timeout: CHECK_MS, killSignal: 'SIGKILL' });
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
