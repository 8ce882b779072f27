import type { ManagedProcess, Processes } from '../../lib/ports.ts';
import { hostStamp } from './host-stamp.ts';
import type { Slot } from './slot.ts';
import { stageStamp } from './stage-stamp.ts';
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
  /** What the host was like before the starter made its stage, or any sandbox. */
  readonly stamp: string;
  readonly line: StarterLine;
  readonly starter: Starter;
  readonly look: typeof stageStamp;
  /** A sandbox without a command. */
  ready?: Launched | undefined;
  /** Commands that run. */
  running: number;
  /** What the stage's terminals were like before its first command. */
  terminals?: string | undefined;
  /** A command has changed them, or they cannot be seen, so no other one may run in this stage. */
  marked?: boolean;
}

type Launched = Promise<Slot | undefined>;

/** `look` says what a command could leave in a stage. */
export function createSessionStarters(processes: Processes, look = stageStamp): SessionStarters {
  const sessions = new Map<string, Kept>();

  /** A starter works with one line only, over the files that were there when it began, and its slots are used up some day. */
  function current(line: StarterLine, identity: Pick<Kept, 'key' | 'stamp'>, { owner, label }: Runner): Kept {
    const known = sessions.get(owner);
    if (known?.key === identity.key && known.stamp === identity.stamp && (known.ready !== undefined || known.starter.usable)) return known;
    rest(owner);
    const kept: Kept = { ...identity, line, starter: createStarter(line, { processes, owner, label }), look, running: 0 };
    sessions.set(owner, kept);
    return kept;
  }

  function rest(owner: string): void {
    const kept = sessions.get(owner);
    if (!kept) return;
    sessions.delete(owner);
    void kept.ready?.then((slot) => slot?.kill());
    kept.starter.end();
  }

  return {
    start: async (line, text, runner) => {
      if (text.includes('\0')) return undefined;
      const kept = current(line, identityOf(line), runner);
      // Their terminals would be those of one stage.
      if (line.stage && kept.running > 0) return undefined;
      kept.running += 1;
      const child = await startIn(kept, text);
      const over = () => {
        kept.running -= 1;
      };
      if (child) void child.exited.then(over);
      else over();
      if (kept.marked && sessions.get(runner.owner) === kept) rest(runner.owner);
      return child;
    },
    prepare: (make, runner) => {
      const known = sessions.get(runner.owner);
      if (known?.ready !== undefined) return;
      const line = known?.line ?? make();
      if (!line) return;
      const kept = known?.starter.usable ? known : current(line, identityOf(line), runner);
      kept.ready = kept.starter.launch();
    },
    rest,
  };
}

function identityOf(line: StarterLine): Pick<Kept, 'key' | 'stamp'> {
  return { key: JSON.stringify(line), stamp: hostStamp(line.stage ?? line.argv) };
}

/** In the sandbox that stands ready, or in one that is set up now. */
async function startIn(kept: Kept, text: string): Promise<ManagedProcess | undefined> {
  const { ready, line, starter } = kept;
  kept.ready = undefined;
  const prepared = await runIn(kept, ready, text);
  if (prepared || kept.marked || !starter.usable) return prepared;
  return line.told ? runIn(kept, starter.launch(text), '') : runIn(kept, starter.launch(), text);
}

/** The command is told only to a sandbox that ends with its starter. */
async function runIn(kept: Kept, launched: Launched | undefined, text: string): Promise<ManagedProcess | undefined> {
  const slot = await launched;
  if (!slot || !(await slot.ready)) return undefined;
  const pid = await slot.pid;
  if (pid === undefined) return undefined;
  if (kept.line.stage && isMarked(kept, pid)) {
    slot.kill();
    return undefined;
  }
  if (!slot.run(text)) return undefined;
  const { stdout, stderr, exited, kill } = slot;
  return { pid, stdin: null, stdout, stderr, sockets: [], exited, kill };
}

/** Looked at after the sandbox is set up and before its command is told, while no other command runs in the stage. */
function isMarked(kept: Kept, pid: number): boolean {
  const now = kept.look(pid);
  kept.terminals ??= now;
  kept.marked = now === undefined || kept.terminals !== now;
  return kept.marked;
}
