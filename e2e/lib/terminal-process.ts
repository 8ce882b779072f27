import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const TERMINAL = fileURLToPath(new URL('terminal.py', import.meta.url));

/** Node has no terminals to give; where there is no Python either, what needs one cannot be tried. */
export const HAS_TERMINALS = spawnSync('python3', ['-c', 'import pty']).status === 0;

/** A program at a terminal of its own. */
export interface TerminalProcess {
  /** Of the program itself. */
  readonly pid: number;
  /** As from the keyboard: `\r` is Enter, `\x03` is Ctrl+C. */
  type(keys: string): void;
  /** Settles once the terminal has that size. */
  resize(columns: number, rows: number): Promise<void>;
  /** Closes the terminal. */
  hangUp(): void;
  /** Resolves when the terminal has been sent the text, so many times. Rejects when the program ends first. */
  shows(text: string, times?: number): Promise<void>;
  /** All that the terminal was sent. */
  sent(): string;
  readonly ended: Promise<number>;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export async function startAtTerminal(line: readonly string[], { cwd, env }: TerminalOptions): Promise<TerminalProcess> {
  const child = spawn('python3', [TERMINAL, '100', '30', ...line], {
    ...{ cwd, env: { ...env, TERM: 'xterm-256color' } },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const { stdin, stdout, stderr } = child;
  const control = child.stdio[3];
  let sent = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    sent += text;
  });
  const ended = once(child, 'close').then(([code]) => Number(code));
  const told = createInterface({ input: stderr })[Symbol.asyncIterator]();
  const next = async () => String((await told.next()).value);
  const pid = Number((await next()).split(' ')[1]);
  return {
    pid,
    type: (keys) => void stdin.write(keys),
    resize: async (columns, rows) => {
      if (control instanceof Writable) control.write(`${columns} ${rows}\n`);
      await next();
    },
    hangUp: () => void stdin.end(),
    shows: async (text, times = 1) => {
      while (sent.split(text).length <= times) {
        const over = await Promise.race([once(stdout, 'data').then(() => false), ended.then(() => true)]);
        if (over && sent.split(text).length <= times) throw new Error(`the program ended without "${text}":\n${sent}`);
      }
    },
    sent: () => sent,
    ended,
  };
}
