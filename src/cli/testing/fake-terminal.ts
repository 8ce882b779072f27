import { PassThrough } from 'node:stream';
import { EventRecorder } from '../../core/testing/event-recorder.ts';
import type { StopSignal, Terminal } from '../terminal.ts';

export interface FakeTerminal extends Terminal {
  /** What was written, in the order of the writes; one string per write. */
  readonly written: EventRecorder<{ readonly to: 'out' | 'err'; readonly text: string }>;
  out(): string;
  err(): string;
  /** As if typed at the terminal, or piped in. */
  type(text: string): void;
  /** Closes it, as far as the program can see without the signal. */
  hangUp(): void;
  raise(signal: StopSignal): void;
  fault(bug: unknown): void;
  readonly exits: EventRecorder<number>;
}

export interface FakeTerminalOptions {
  /** Whether all three streams are a terminal. */
  readonly interactive?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A process that only exists in the test. Without a terminal its input has ended. */
export function createFakeTerminal({ interactive = false, env = {}, cwd = '/project' }: FakeTerminalOptions = {}): FakeTerminal {
  const stdin = Object.assign(new PassThrough(), { isTTY: interactive });
  const written: FakeTerminal['written'] = new EventRecorder();
  const exits = new EventRecorder<number>();
  const signals = new Set<(signal: StopSignal) => void>();
  const bugs = new Set<(bug: unknown) => void>();
  const stream = (to: 'out' | 'err') => {
    const sink = Object.assign(new PassThrough(), { isTTY: interactive });
    sink.on('data', (chunk: Buffer) => written.record({ to, text: chunk.toString('utf8') }));
    return sink;
  };
  const textOf = (wanted: 'out' | 'err') =>
    written.items
      .filter(({ to }) => to === wanted)
      .map(({ text }) => text)
      .join('');
  let hungUp = false;
  if (!interactive) stdin.end();
  return {
    stdin,
    stdout: stream('out'),
    stderr: stream('err'),
    env,
    cwd,
    onSignal: (listener) => subscribe(signals, listener),
    onBug: (listener) => subscribe(bugs, listener),
    exit: exits.record,
    written,
    out: () => textOf('out'),
    err: () => textOf('err'),
    type: (text) => void stdin.write(text),
    hangUp: () => {
      hungUp = true;
      stdin.end();
    },
    hungUp: () => hungUp,
    raise: (signal) => {
      for (const listener of signals) listener(signal);
    },
    fault: (bug) => {
      for (const listener of bugs) listener(bug);
    },
    exits,
  };
}

function subscribe<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
