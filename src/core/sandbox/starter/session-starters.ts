import type { ManagedProcess, Processes } from '../../lib/ports.ts';
import { hostStamp } from './host-stamp.ts';
import type { Slot } from './slot.ts';
import { createStarter, type Starter } from './starter.ts';
import type { StarterLine } from './starter-script.ts';

/** Who runs a command, and how the ledger names it. */
export interface Runner {
  readonly owner: string;
  readonly label: string;
}

/** Starts commands of sessions, each in a fresh sandbox: in the one that was prepared ahead if it is what would be set up now. */
export interface SessionStarters {
  /** Nothing when it cannot be done this way, or the text has a NUL in it, which no command can. */
  start(line: StarterLine, text: string, runner: Runner): Promise<ManagedProcess | undefined>;
  /** Sets up one sandbox ahead, by the line of the owner's last command, else by the given one. An owner holds one at most. */
  prepare(line: () => StarterLine | undefined, runner: Runner): void;
  /** Nothing is kept waiting for the session's next command. */
  rest(owner: string): void;
}

interface Kept {
  /** The line and environment that the starter works with. */
  readonly key: string;
  readonly line: StarterLine;
  readonly starter: Starter;
  ready?: Ready | undefined;
}

/** A sandbox without a command, and what the host was like before it was set up. */
interface Ready {
  readonly slot: Promise<Slot | undefined>;
  readonly stamp: string;
}

export function createSessionStarters(processes: Processes): SessionStarters {
  const sessions = new Map<string, Kept>();

  /** A starter works with one line only, and its slots are used up some day. */
  function current(line: StarterLine, key: string, { owner, label }: Runner): Kept {
    const known = sessions.get(owner);
    if (known?.key === key && known.starter.usable) return known;
    rest(owner);
    const kept: Kept = { key, line, starter: createStarter(line, { processes, owner, label }) };
    sessions.set(owner, kept);
    return kept;
  }

  function rest(owner: string): void {
    const kept = sessions.get(owner);
    if (!kept) return;
    sessions.delete(owner);
    discard(kept);
    kept.starter.end();
  }

  /** What stands ready, if it is as good as what would be set up now; if it is not, it goes. */
  function take(line: StarterLine, key: string, owner: string): Ready['slot'] | undefined {
    const kept = sessions.get(owner);
    if (!kept?.ready) return undefined;
    const { slot, stamp } = kept.ready;
    if (kept.key === key && stamp === hostStamp(line.argv)) {
      kept.ready = undefined;
      return slot;
    }
    discard(kept);
    return undefined;
  }

  return {
    start: async (line, text, runner) => {
      if (text.includes('\0')) return undefined;
      const key = JSON.stringify(line);
      const ready = take(line, key, runner.owner);
      const prepared = await runIn(ready, text);
      if (prepared) return prepared;
      const { starter } = current(line, key, runner);
      return line.told ? runIn(starter.launch(text), '') : runIn(starter.launch(), text);
    },
    prepare: (make, runner) => {
      const known = sessions.get(runner.owner);
      const line = known?.line ?? make();
      if (!line) return;
      const key = known?.key ?? JSON.stringify(line);
      const ready = take(line, key, runner.owner);
      const stamp = hostStamp(line.argv);
      const kept = ready ? sessions.get(runner.owner) : current(line, key, runner);
      if (kept) kept.ready = { slot: ready ?? kept.starter.launch(), stamp };
    },
    rest,
  };
}

function discard(kept: Kept): void {
  void kept.ready?.slot.then((slot) => slot?.kill());
  kept.ready = undefined;
}

/** The command is told only to a sandbox that ends with its starter. */
async function runIn(launched: Ready['slot'] | undefined, text: string): Promise<ManagedProcess | undefined> {
  const slot = await launched;
  if (!slot || !(await slot.ready)) return undefined;
  const pid = await slot.pid;
  if (pid === undefined || !slot.run(text)) return undefined;
  const { stdout, stderr, exited, kill } = slot;
  return { pid, stdin: null, stdout, stderr, sockets: [], exited, kill };
}
