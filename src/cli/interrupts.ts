import { EXIT } from './exit-code.ts';
import type { StopSignal, Terminal } from './terminal.ts';

/** The wish to stop: by a signal, or because nobody reads the output. */
export interface Interrupts {
  /** Aborts at the first wish. */
  readonly signal: AbortSignal;
  /** What to exit with because of it. */
  code(): number | undefined;
  stop(code: number): void;
  close(): void;
}

const CODES: Readonly<Record<StopSignal, number>> = { SIGHUP: EXIT.hangup, SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated };

/** The first signal stops what runs in good order; the second kills every process and exits at once. */
export function createInterrupts(terminal: Pick<Terminal, 'onSignal' | 'exit'>, kill: () => Promise<void>): Interrupts {
  const controller = new AbortController();
  let code: number | undefined;
  const stop = (wanted: number) => {
    code ??= wanted;
    controller.abort();
  };
  const close = terminal.onSignal((signal) => {
    if (!controller.signal.aborted) return stop(CODES[signal]);
    void kill().finally(() => terminal.exit(code ?? CODES[signal]));
  });
  return { signal: controller.signal, code: () => code, stop, close };
}
