import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { EXIT } from './exit-code.ts';

/** A stream that may be a terminal, as `process.stdin` and `process.stdout` are. */
type MaybeTerminal = { readonly isTTY?: boolean | undefined; readonly columns?: number | undefined };

/** What a command touches of its process. Tests give their own. */
export interface Terminal {
  readonly stdin: Readable & MaybeTerminal & { readonly setRawMode?: (raw: boolean) => unknown };
  readonly stdout: Writable & MaybeTerminal;
  readonly stderr: Writable & MaybeTerminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Returns the function that stops listening. */
  onSignal(listener: (signal: StopSignal) => void): () => void;
  /** Hears of exceptions that nothing caught. Returns the function that stops listening. */
  onBug(listener: (bug: unknown) => void): () => void;
  /** The terminal was closed: the end of input is then no answer. */
  hungUp(): boolean;
  /** Ends the process at once. */
  exit(code: number): void;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    onSignal: (listener) => {
      for (const signal of STOP_SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of STOP_SIGNALS) process.off(signal, listener);
      };
    },
    onBug: (listener) => {
      process.on('uncaughtException', listener);
      return () => process.off('uncaughtException', listener);
    },
    hungUp: () => stdin.isTTY === true && !isatty(stdin.fd),
    exit: (code) => (code === EXIT.hangup ? endByHangUp() : process.exit(code)),
  };
}

/** By the signal itself, which a shell reads as 129: an ordinary exit puts the terminal back as it was, and Node aborts where there is none any more. */
function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** A person can be asked: the question is seen and the answer can be typed. */
export function canAsk({ stdin, stderr }: Terminal): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}
