import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { openCpuAccount } from './cpu-account.ts';
import { memoryBelow } from './process-tree.ts';

export interface MeasuredSpec {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Measured {
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly wallMs: number;
  /** User and system time of the process and everything below it; without the right to count that, of what was waited for. */
  readonly cpuMs: number;
  /** Most resident memory of the process and everything below it, sampled. */
  readonly peakMb: number;
}

const SAMPLE_MS = 40;
/** The shell enters the account, waits for the program and then tells the times of its children, theirs included. */
const TIMED = 'echo 0 > "$0"; "$@"; code=$?; times >&3; exit "$code"';

/** Runs a program to its end, its output to nowhere. Rejects with its error output when it fails. */
export async function runMeasured({ argv, cwd, env }: MeasuredSpec): Promise<Measured> {
  const started = performance.timeOrigin + performance.now();
  const account = openCpuAccount();
  const shell = spawn('bash', ['-c', TIMED, account?.entrance ?? '/dev/null', ...argv], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , stderr, times] = shell.stdio as unknown as [null, null, Readable, Readable];
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, shell.pid === undefined ? 0 : memoryBelow(shell.pid));
  }, SAMPLE_MS);
  const [errors, timing, [code]] = await Promise.all([textOf(stderr), textOf(times), once(shell, 'close')]);
  clearInterval(sampler);
  const cpuMs = account?.read() ?? childTimes(timing);
  account?.close();
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}\n${errors}`);
  return { started, wallMs: performance.timeOrigin + performance.now() - started, cpuMs, peakMb };
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

/** The second line of `times`: `0m1.234s 0m0.567s` of children, user and system. */
function childTimes(text: string): number {
  const [, children = ''] = text.split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  if (seconds.length !== 2) throw new Error(`the shell told no times: ${JSON.stringify(text)}`);
  return seconds.reduce((sum, value) => sum + value, 0) * 1_000;
}
