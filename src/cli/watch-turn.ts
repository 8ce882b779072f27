import type { Project } from '../core/engine.ts';
import type { Envelope } from '../shared/events.ts';
import type { SessionSnapshot } from '../shared/session-snapshot.ts';
import type { CommandInput } from './command.ts';
import { EXIT, exitCodeOfStop } from './exit-code.ts';
import { followTurn, type Resumed, type Said } from './follow-turn.ts';
import { failWith } from './open-project.ts';
import type { Rest } from './session-feed.ts';
import { canAsk } from './terminal.ts';
import { createAsker, createPrinter, type TurnWatcher } from './turn-watchers.ts';

export interface WatchOptions {
  readonly project: Project;
  /** Without it a new session. */
  readonly resumed?: Resumed | undefined;
  readonly said?: Said | undefined;
  /** Sees everything besides what is printed. */
  readonly also?: TurnWatcher;
}

/** Runs one turn, prints it as the flags ask, has approvals answered at the terminal, and resolves with the exit code. */
export async function watchTurn(input: CommandInput, { project, resumed, said, also }: WatchOptions): Promise<number> {
  const { interrupts, terminal } = input;
  const attended = canAsk(terminal);
  const watchers = [
    createPrinter(input, resumed !== undefined),
    ...(attended ? [createAsker(input, project)] : []),
    ...(also ? [also] : []),
  ];
  const opened = (snapshot: SessionSnapshot) => {
    for (const watcher of watchers) watcher.opened?.(snapshot);
  };
  const watch = (envelope: Envelope) => {
    for (const watcher of watchers) watcher.see(envelope);
  };
  const leaves = () => interrupts.code() !== EXIT.interrupted;
  const end = await followTurn({ project, resumed, said, attended, signal: interrupts.signal, leaves, opened, watch });
  if (!end.ok) return failWith(end.error, input);
  return end.value === null ? EXIT.interrupted : exitCodeOf(end.value);
}

function exitCodeOf({ end, held }: Rest): number {
  if (end.stop !== 'complete' || held === undefined) return exitCodeOfStop(end.stop);
  return held === 'budget' ? EXIT.limit : EXIT.interrupted;
}
