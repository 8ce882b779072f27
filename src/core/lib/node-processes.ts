import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { sep } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { locateProgram } from './locate-program.ts';
import type { AdoptedProcess, ManagedProcess, ProcessExit, Processes, ProcessSpec, SpawnedProcess } from './ports.ts';
import { startOf } from './process-identity.ts';
import type { ProcessLedger } from './process-ledger.ts';
import { endRemains, killGroup, MARK } from './process-remains.ts';

/** How long pipes may stay open after the process is gone, milliseconds: a descendant that left the group can hold them for ever. */
const PIPE_GRACE = 250;

interface Member extends Pick<AdoptedProcess, 'owner' | 'label'> {
  readonly process: Pick<ManagedProcess, 'pid' | 'kill'> & Pick<AdoptedProcess, 'exited'>;
  readonly born: Promise<string | undefined>;
}

/**
 * Processes of this machine, each the leader of its own group and in the ledger from birth to end.
 *
 * When the leader ends, what is left of its group is killed: nothing outlives the command that started it. Where it was killed, so is what it
 * may have left elsewhere.
 */
export function createNodeProcesses(ledger: ProcessLedger): Processes {
  const members = new Set<Member>();
  const distrusted = new Set<string>();
  let closed = false;
  let count = 0;

  function killAll(chosen: readonly Member[]): Promise<unknown> {
    for (const member of chosen) member.process.kill();
    return Promise.all(chosen.map((member) => member.process.exited));
  }

  /** Puts it in the ledger: on Linux before anything else can run; where the start time must be asked for, nobody waits for it. */
  async function register(member: Member): Promise<void> {
    const { owner, label, process } = member;
    const { pid } = process;
    members.add(member);
    void process.exited.then(() => {
      members.delete(member);
      ledger.gone(pid);
    });
    const started = await member.born;
    if (started !== undefined && members.has(member)) ledger.born({ pid, started, owner, label });
  }

  return {
    spawn: async (spec) => {
      if (closed) throw Object.assign(new Error(`${spec.label} was not started: the program is closing`), { code: 'ECANCELED' });
      count += 1;
      const mark = `${ledger.mark()}-${count}`;
      const child = startChild({ ...spec, command: programOf(spec, [...distrusted]) }, mark);
      if (child.pid === undefined) throw await startFailure(child);
      const born = startOf(child.pid);
      const managed = { mark, ...manage(child, { pid: child.pid, mark, born }, spec) };
      void register({ owner: spec.owner, label: spec.label, process: managed, born });
      return managed;
    },
    adopt: ({ owner, label, pid, mark, exited }) => {
      const born = startOf(pid);
      const kill = () => void killStranger({ pid, mark, born });
      void register({ owner, label, process: { pid, exited, kill }, born });
      if (closed) kill();
      return kill;
    },
    killOwner: async (owner) => {
      await killAll([...members].filter((member) => member.owner === owner));
    },
    distrust: (folders) => {
      for (const folder of folders) distrusted.add(folder);
    },
    close: async () => {
      closed = true;
      await killAll([...members]);
      ledger.close();
    },
  };
}

function programOf({ command, env }: ProcessSpec, distrusted: readonly string[]): string {
  if (distrusted.length === 0 || command.includes(sep)) return command;
  const program = locateProgram(command, env.PATH ?? '', distrusted);
  if (program === undefined) throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' });
  return program;
}

function startChild(spec: ProcessSpec, mark: string): ChildProcess {
  const inputs = (spec.inputs ?? []).map((path) => openSync(path, 'r'));
  const sockets = Array.from({ length: spec.sockets ?? 0 }, () => 'pipe' as const);
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: { ...spec.env, [MARK]: mark },
      detached: true,
      stdio: [spec.stdin ?? 'ignore', 'pipe', 'pipe', ...(spec.descriptors ?? []), ...inputs, ...sockets],
    });
  } finally {
    for (const input of inputs) closeSync(input);
  }
}

async function startFailure(child: ChildProcess): Promise<unknown> {
  const [failure] = await once(child, 'error');
  return failure;
}

type Marked = Pick<SpawnedProcess, 'pid' | 'mark'> & Pick<Member, 'born'>;

function manage(child: ChildProcess, marked: Marked, { strays, sockets = 0 }: ProcessSpec): ManagedProcess {
  const { pid } = marked;
  const { stdout, stderr, stdin } = child;
  if (!stdout || !stderr) throw new Error('a process was started without pipes');
  let killed = false;
  let gone = false;
  let rest = Promise.resolve();
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => void rest.then(() => resolve({ code, signal })));
  });
  child.once('exit', (_, signal) => {
    gone = true;
    killGroup(pid);
    if (signal !== null && strays) rest = endRest(marked);
    releasePipes([stdout, stderr], exited, () => killed);
  });
  // A reader that went away is seen in its exit; without a listener the broken pipe would end the whole program.
  stdin?.on('error', () => {});
  child.on('error', () => {});
  return {
    pid,
    stdin,
    stdout,
    stderr,
    sockets: socketsOf(child, sockets),
    exited,
    kill: () => {
      killed = true;
      if (!gone) killGroup(pid);
    },
  };
}

/** The last that it was started with. Node's types know three streams; each further pipe is a socket that reads and writes. */
function socketsOf(child: ChildProcess, count: number): readonly Duplex[] {
  return count === 0 ? [] : (child.stdio.slice(-count) as unknown as readonly Duplex[]);
}

async function endRest({ pid, mark, born }: Marked): Promise<void> {
  const started = await born;
  if (started !== undefined) await endRemains({ mark, leaders: [{ pid, started }], since: started });
}

/** Its parent waits for it, so what has that pid now may be another process. */
async function killStranger(marked: Marked): Promise<void> {
  const started = await marked.born;
  if (started !== undefined && (await startOf(marked.pid)) === started) killGroup(marked.pid);
  await endRest(marked);
}

/** Closes pipes that stay open after the group is gone, once what is in them was read or the process was killed. */
export function releasePipes(pipes: readonly Readable[], exited: Promise<unknown>, killed: () => boolean): void {
  const look = () => {
    for (const pipe of pipes) {
      if (killed() || pipe.readableLength === 0) pipe.destroy();
    }
  };
  // After the system was asked for what is in the pipes: a program that was busy for so long has not read it yet.
  const timer = setInterval(() => setImmediate(look), PIPE_GRACE);
  void exited.then(() => clearInterval(timer));
}
