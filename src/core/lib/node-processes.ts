import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { errnoOf } from './errno.ts';
import type { ManagedProcess, ProcessExit, Processes, ProcessSpec } from './ports.ts';
import { startOf } from './process-identity.ts';
import type { ProcessLedger } from './process-ledger.ts';

/** How long pipes may stay open after the process is gone, milliseconds: a descendant that left the group can hold them for ever. */
const PIPE_GRACE = 250;

interface Member {
  readonly owner: string;
  readonly process: ManagedProcess;
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
  async function register(member: Member, label: string): Promise<void> {
    const { pid } = member.process;
    const started = await startOf(pid);
    if (started !== undefined && members.has(member)) ledger.born({ pid, started, owner: member.owner, label });
  }

  return {
    spawn: async (spec) => {
      if (closed) throw Object.assign(new Error(`${spec.label} was not started: the program is closing`), { code: 'ECANCELED' });
      const child = startChild(spec);
      if (child.pid === undefined) throw await startFailure(child);
      const managed = manage(child, child.pid);
      const member: Member = { owner: spec.owner, process: managed };
      members.add(member);
      void managed.exited.then(() => {
        members.delete(member);
        ledger.gone(managed.pid);
      });
      void register(member, spec.label);
      return managed;
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
  try {
    return spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: [spec.stdin ?? 'ignore', 'pipe', 'pipe', ...(spec.descriptors ?? []), ...inputs],
    });
  } finally {
    for (const input of inputs) closeSync(input);
  }
}

async function startFailure(child: ChildProcess): Promise<unknown> {
  const [failure] = await once(child, 'error');
  return failure;
}

function manage(child: ChildProcess, pid: number): ManagedProcess {
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
    exited,
    kill: () => {
      killed = true;
      if (!gone) killGroup(pid);
    },
  };
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

/** Closes pipes that stay open after the group is gone, once what is in them was read or the process was killed. */
function releasePipes(pipes: readonly Readable[], exited: Promise<unknown>, killed: () => boolean): void {
  const timer = setInterval(() => {
    for (const pipe of pipes) {
      if (killed() || pipe.readableLength === 0) pipe.destroy();
    }
  }, PIPE_GRACE);
  void exited.then(() => clearInterval(timer));
}
