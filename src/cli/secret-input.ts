import { text } from 'node:stream/consumers';
import type { Terminal } from './terminal.ts';

export interface SecretInput {
  readonly terminal: Pick<Terminal, 'stdin'>;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

/** More is no key. */
const LIMIT = 10_000;

/**
 * Reads a secret: at a terminal one line that is not shown while it is typed, else everything that is piped in. Undefined when it was interrupted.
 * The terminal is given back as it was.
 */
export async function readSecret(question: string, { terminal: { stdin }, print, signal }: SecretInput): Promise<string | undefined> {
  if (stdin.isTTY !== true) return (await text(stdin)).slice(0, LIMIT).trim();
  print(question);
  stdin.setRawMode?.(true);
  try {
    return await typedLine(stdin, signal);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    print('\n');
  }
}

const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const END = '\u0004';
const ERASE = new Set(['\u007f', '\b']);
const ERASE_LINE = '\u0015';

/** In raw mode the keys that edit and end a line are ours to handle. */
function typedLine(stdin: Terminal['stdin'], signal: AbortSignal): Promise<string | undefined> {
  let line = '';
  return new Promise((resolve) => {
    const finish = (result: string | undefined) => {
      stdin.off('data', take);
      stdin.off('end', stop);
      signal.removeEventListener('abort', stop);
      resolve(result);
    };
    const stop = () => finish(undefined);
    const take = (chunk: Buffer | string) => {
      for (const key of String(chunk)) {
        if (ENTER.test(key)) return finish(line);
        if (key === INTERRUPT || key === END) return stop();
        if (key === ERASE_LINE) line = '';
        else if (ERASE.has(key)) line = line.slice(0, -1);
        else if (line.length < LIMIT) line += key;
      }
    };
    stdin.on('data', take);
    stdin.once('end', stop);
    signal.addEventListener('abort', stop);
    stdin.resume();
  });
}
