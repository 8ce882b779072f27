import type { Engine } from '../core/engine.ts';
import type { Flags } from './flags.ts';
import type { Interrupts } from './interrupts.ts';
import type { Screen } from './screen.ts';
import type { Style } from './style.ts';
import type { Terminal } from './terminal.ts';

/** The engine in this process, with what is needed when something goes badly wrong. */
export interface Runtime {
  readonly engine: Engine;
  /** Ends every process the engine started, without waiting for sessions. */
  kill(): Promise<void>;
  /** Writes a bug to the log file and returns where that is. */
  report(bug: unknown): string;
}

/** The folders of Steiner that a command writes to. */
export type Writes = readonly ('config' | 'state' | 'cache')[];

/** What the program is made of on this machine. Absolute paths. */
export interface Installation {
  /** Holds `out`, `resources` and `docs`. */
  readonly root: string;
}

export interface CommandInput {
  readonly flags: Flags;
  readonly words: readonly string[];
  readonly terminal: Terminal;
  readonly screen: Screen;
  /** For the error stream. */
  readonly style: Style;
  readonly interrupts: Interrupts;
  readonly installation: Installation;
  /** Opened at the first call, closed by the caller of the command. */
  readonly runtime: () => Promise<Runtime>;
}

/** Resolves with the exit code. Rejects only on a bug. */
export type Command = (input: CommandInput) => Promise<number>;
