import type { ManagedProcess, Processes, SpawnedProcess } from '../../lib/ports.ts';
import { createSlot, type Slot } from './slot.ts';
import { order, SLOT_SOCKETS, SLOTS, type StarterLine, slotMark, starterArgv } from './starter-script.ts';

/** A running starter. */
export interface Starter {
  /** Whether `launch` can be called. */
  readonly usable: boolean;
  /**
   * Begins the set-up of one sandbox. A command that is known by now, without a NUL in it, runs when the slot is told an empty one; only where the
   * line has `told`. Nothing when the starter could not be started.
   */
  launch(command?: string): Promise<Slot | undefined>;
  /** Ends it as soon as none of its sandboxes is left. */
  end(): void;
}

export interface StarterOptions {
  readonly processes: Processes;
  /** Answers for the starter and its sandboxes. */
  readonly owner: string;
  /** Names the sandboxes in the ledger. */
  readonly label: string;
}

/** The next slot's fork is asked for ahead, so that a call waits for none. */
const FORK = '\n';
const END = 'end\n';

export function createStarter(line: StarterLine, { processes, owner, label }: StarterOptions): Starter {
  const running = new Set<number>();
  let used = 0;
  let over = false;
  const spawned = spawnStarter(line, { processes, owner, label });
  const asked = spawned.then((child) => {
    const ask = child && asker(child);
    return ask && { ask, ahead: [ask(FORK)] };
  });
  void spawned.then(async (child) => {
    await child?.exited;
    over = true;
  });

  async function endWhenUnused(): Promise<void> {
    const child = await spawned;
    if (!over || running.size > 0 || !child) return;
    child.stdin?.end(END);
    for (const socket of child.sockets) socket.destroy();
  }

  async function launch(number: number, command: string | undefined): Promise<Slot | undefined> {
    const [child, answers] = await Promise.all([spawned, asked]);
    const [talk, stdout, stderr, reports] = child?.sockets.slice(number * SLOT_SOCKETS) ?? [];
    if (!child || !answers || !talk || !stdout || !stderr || !reports) return undefined;
    const { ask, ahead } = answers;
    talk.write(order(command));
    ahead[number] ??= ask(FORK);
    const slot = createSlot({
      ...{ sockets: { talk, stdout, stderr, reports }, pid: pidOf(ahead[number]) },
      exitCode: (leader) => ask(`${leader}\n`),
      adopt: (sandbox) => processes.adopt({ ...sandbox, owner, label, mark: slotMark(child.mark, number) }),
    });
    // By then bubblewrap has work for one processor only.
    void slot.ready.then(() => {
      ahead[number + 1] ??= ask(FORK);
    });
    void slot.exited.then(() => {
      running.delete(number);
      return endWhenUnused();
    });
    return slot;
  }

  return {
    get usable() {
      return !over && used < SLOTS;
    },
    launch: (command) => {
      const number = used;
      used += 1;
      running.add(number);
      return launch(number, command);
    },
    end: () => {
      over = true;
      void endWhenUnused();
    },
  };
}

/** A starter that cannot fork answers with no number. */
async function pidOf(answer: Promise<number | undefined> | undefined): Promise<number | undefined> {
  return (await answer) || undefined;
}

/** Nothing where there is no bash, or no room for another process. */
async function spawnStarter(line: StarterLine, { processes, owner }: StarterOptions): Promise<SpawnedProcess | undefined> {
  const [command, ...args] = starterArgv(line);
  try {
    const sockets = SLOTS * SLOT_SOCKETS;
    const fixed = { command, args, cwd: '/', env: line.env, label: 'sandboxes' };
    const child = await processes.spawn({ ...fixed, owner, stdin: 'pipe', sockets, strays: true });
    child.stderr.resume();
    return child;
  } catch {
    return undefined;
  }
}

/** Questions are answered in their order, each with a number; nothing once the starter is gone. */
function asker({ stdin, stdout }: ManagedProcess): (question: string) => Promise<number | undefined> {
  const waiting: ((answer: number | undefined) => void)[] = [];
  let rest = '';
  let open = true;
  stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) waiting.shift()?.(Number(line));
  });
  stdout.once('close', () => {
    open = false;
    for (const answer of waiting.splice(0)) answer(undefined);
  });
  return (question) =>
    new Promise((resolve) => {
      if (!open) return resolve(undefined);
      waiting.push(resolve);
      stdin?.write(question);
    });
}
