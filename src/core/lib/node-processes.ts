import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { errnoOf } from './errno.ts';
import type { AdoptedProcess, ManagedProcess, ProcessExit, Processes, ProcessSpec } from './ports.ts';
import { startOf } from './process-identity.ts';
import type { ProcessLedger } from './process-ledger.ts';

/** How long pipes may stay open after the process is gone, milliseconds: a descendant that left the group can hold them for ever. */
const PIPE_GRACE = 250;

interface Member extends Pick<AdoptedProcess, 'owner' | 'label'> {
  readonly process: Pick<ManagedProcess, 'pid' | 'kill'> & Pick<AdoptedProcess, 'exited'>;
}

/**
 * Processes of this machine, each the leader of its own group and in the ledger from birth to end.
 *
 * When the leader ends, what is left of its group is killed: nothing outlives the command that started it.
 */
export function createNodeProcesses(ledger: ProcessLedger): Processes {
  const members = new Set<Member>();
  let closed = false;

  function killAll(chosen: readonly Member[]): Promise<unknown> {
    for (const member of chosen) member.process.kill();
    return Promise.all(chosen.map((member) => member.process.exited));
  }

  /** On Linux done before anything else can run; where the start time must be asked for, nobody waits for it. */
  /** Resolves with the start time of the process, once it is in the ledger. */
  async function register(member: Member): Promise<string | undefined> {
    const { owner, label, process } = member;
    const { pid } = process;
    members.add(member);
    void process.exited.then(() => {
      members.delete(member);
      ledger.gone(pid);
    });
    const started = await startOf(pid);
    if (started !== undefined && members.has(member)) ledger.born({ pid, started, owner, label });
    return started;
  }

  return {
    spawn: async (spec) => {
      if (closed) throw Object.assign(new Error(`${spec.label} was not started: the program is closing`), { code: 'ECANCELED' });
      const child = startChild(spec);
      if (child.pid === undefined) throw await startFailure(child);
      const managed = manage(child, child.pid, spec.sockets ?? 0);
      void register({ owner: spec.owner, label: spec.label, process: managed });
      return managed;
    },
    adopt: ({ owner, label, pid, exited }) => {
      const kill = () => void killStranger(pid, started);
      const started = register({ owner, label, process: { pid, exited, kill } });
      if (closed) kill();
      return kill;
    },
    killOwner: async (owner) => {
      await killAll([...members].filter((member) => member.owner === owner));
    },
    close: async () => {
      closed = true;
      await killAll([...members]);
      ledger.close();
    },
  };
}

function startChild(spec: ProcessSpec): ChildProcess {
  const inputs = (spec.inputs ?? []).map((path) => openSync(path, 'r'));
  const sockets = Array.from({ length: spec.sockets ?? 0 }, () => 'pipe' as const);
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
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

function manage(child: ChildProcess, pid: number, sockets: number): ManagedProcess {
  const { stdout, stderr, stdin } = child;
  if (!stdout || !stderr) throw new Error('a process was started without pipes');
  let killed = false;
  let gone = false;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  child.once('exit', () => {
    gone = true;
    killGroup(pid);
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

/** Only called until the leader's end is known, so the pid cannot have gone to somebody else. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (failure) {
    // EPERM: some systems answer so for a group of which only unreaped members are left.
    if (errnoOf(failure) !== 'ESRCH' && errnoOf(failure) !== 'EPERM') throw failure;
  }
}

/** Its parent waits for it, so what has that pid now may be another process. */
async function killStranger(pid: number, started: Promise<string | undefined>): Promise<void> {
  const known = await started;
  if (known !== undefined && (await startOf(pid)) === known) killGroup(pid);
}

/** Closes pipes that stay open after the group is gone, once what is in them was read or the process was killed. */
export function releasePipes(pipes: readonly Readable[], exited: Promise<unknown>, killed: () => boolean): void {
  const timer = setInterval(() => {
    for (const pipe of pipes) {
      if (killed() || pipe.readableLength === 0) pipe.destroy();
    }
  }, PIPE_GRACE);
  void exited.then(() => clearInterval(timer));
}
