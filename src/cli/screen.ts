import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from './terminal.ts';

/**
 * `status` is a line on a terminal that the next output replaces; elsewhere it is dropped. An empty one clears it.
 * `ask` ends with a line that is answered behind it: output that comes meanwhile stands before that line. An empty one says that nothing is asked any more, whatever
 * stands there.
 */
export interface Print {
  readonly to: 'out' | 'err' | 'status' | 'ask';
  readonly text: string;
}

/** Both output streams as one ordered sequence. */
export interface Screen {
  print(...prints: readonly Print[]): void;
  /** Writes what is waiting and resolves when it has left the process, or cannot any more. */
  flush(): Promise<void>;
}

const CLEAR_LINE = '\r\u001b[K';

/** `broken` is called when a reader has gone away; what is printed after that is dropped. What is printed in one turn of the event loop is one write. */
export function createScreen({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>, broken: (failure: Error) => void): Screen {
  const queue: { to: 'out' | 'err'; text: string }[] = [];
  let status = '';
  let question = '';
  let scheduled = false;
  const gone = new Set<Terminal['stdout']>();
  for (const stream of [stdout, stderr]) {
    stream.on('error', (failure) => {
      if (gone.has(stream)) return;
      gone.add(stream);
      broken(failure);
    });
  }

  function put(to: 'out' | 'err', text: string): void {
    const last = queue.at(-1);
    if (last?.to === to) last.text += text;
    else if (text !== '') queue.push({ to, text });
    if (scheduled) return;
    scheduled = true;
    setImmediate(write);
  }

  function write(): void {
    scheduled = false;
    for (const { to, text } of queue.splice(0)) {
      const stream = to === 'out' ? stdout : stderr;
      if (!gone.has(stream)) stream.write(text);
    }
  }

  function show({ to, text }: Print): void {
    if (to === 'status' && (!stderr.isTTY || question !== '')) return;
    if (status !== '') put('err', CLEAR_LINE);
    status = to === 'status' ? text : '';
    const between = question !== '' && to !== 'ask' && (to !== 'out' || stdout.isTTY === true);
    if (to === 'ask') question = text.slice(text.lastIndexOf('\n') + 1);
    if (between) put('err', '\n');
    put(to === 'out' ? 'out' : 'err', to === 'status' ? clip(text, stderr.columns) : text);
    if (between) put('err', text.endsWith('\n') ? question : `\n${question}`);
  }

  return {
    print: (...prints) => {
      for (const one of prints) show(one);
    },
    flush: async () => {
      write();
      await Promise.all([stdout, stderr].map((stream) => written(stream, gone.has(stream))));
    },
  };
}

/** A status that wrapped could not be cleared again. */
function clip(text: string, columns = 80): string {
  const plain = stripVTControlCharacters(text);
  return plain.length < columns ? text : plain.slice(0, columns - 1);
}

function written(stream: Terminal['stdout'], gone: boolean): Promise<void> {
  if (gone || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
