import type { Duplex } from 'node:stream';
import { releasePipes } from '../../lib/node-processes.ts';
import type { AdoptedProcess, ProcessExit } from '../../lib/ports.ts';
import { emptied, type Inside, insideOf } from './inside.ts';

export interface SlotSockets {
  readonly talk: Duplex;
  readonly stdout: Duplex;
  readonly stderr: Duplex;
  /** Held by bubblewrap outside the sandbox alone. */
  readonly reports: Duplex;
}

/** A sandbox in which nothing runs yet. */
export interface Slot extends Pick<SlotSockets, 'stdout' | 'stderr'> {
  /** Of bubblewrap outside the sandbox, which leads a process group; nothing when it could not be started. */
  readonly pid: Promise<number | undefined>;
  /** True once it is sure to end when its starter does; false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Settles after the process is gone, nothing in the sandbox runs any more, and its output is closed. */
  readonly exited: Promise<ProcessExit>;
  /** Runs the command; to be called once, after `ready`. False when the sandbox is gone. */
  run(text: string): boolean;
  /** SIGKILL to the group, or when its pid is known. */
  kill(): void;
}

export interface SlotOptions {
  readonly sockets: SlotSockets;
  /** Called once the pid is known. Returns what kills the process. */
  readonly adopt: (child: Pick<AdoptedProcess, 'pid' | 'exited'>) => () => void;
  readonly pid: Promise<number | undefined>;
  /** The exit code of that process, once it is gone. */
  readonly exitCode: (pid: number) => Promise<number | undefined>;
}

/** Shells add the number of a signal to it. */
const SIGNALLED = 128;
const KILLED: ProcessExit = { code: null, signal: 'SIGKILL' };

/**
 * The exit code is what bubblewrap reports. Without a report it could not set the sandbox up, or somebody killed it: then what it left inside, which may
 * wait for it for ever, is killed too.
 */
export function createSlot({ sockets, pid, exitCode, adopt }: SlotOptions): Slot {
  const { talk, stdout, stderr, reports } = sockets;
  let report = '';
  let killed = false;
  let used = false;
  let inside: Inside | undefined;
  const ready = new Promise<boolean>((resolve) => {
    reports.on('data', (chunk: Buffer) => {
      report += chunk.toString('latin1');
      if (inside) return;
      const first = numberIn(report, 'child-pid');
      if (first === undefined) return;
      inside = insideOf(first);
      resolve(true);
    });
    void closed(reports).then(() => resolve(false));
  });
  const exited = Promise.all([talk, stdout, stderr, reports].map(closed)).then(async (): Promise<ProcessExit> => {
    if (inside) await emptied(inside);
    const reported = numberIn(report, 'exit-code');
    if (reported !== undefined) return { code: reported, signal: null };
    const leader = killed ? undefined : await pid;
    const code = leader === undefined ? undefined : await exitCode(leader);
    return code === undefined || code > SIGNALLED ? KILLED : { code, signal: null };
  });
  const adopted = pid.then((leader) => (leader === undefined ? hangUp() : adopt({ pid: leader, exited })));
  /** A sandbox that waits for its command ends when nobody can send it one any more, also one whose pid never became known. */
  function hangUp(): undefined {
    talk.end();
    for (const output of [stdout, stderr]) output.resume();
  }
  void closed(reports).then(() => {
    if (!used) hangUp();
    if (numberIn(report, 'exit-code') === undefined) void adopted.then((kill) => kill?.());
    releasePipes([stdout, stderr], exited, () => killed);
  });
  talk.resume();
  // A sandbox that went away is seen in its end; without a listener the broken socket would end the whole program.
  for (const socket of [talk, stdout, stderr, reports]) socket.on('error', () => {});
  return {
    ...{ pid, ready, exited, stdout, stderr },
    run: (text) => {
      if (talk.destroyed) return false;
      used = true;
      talk.write(`${text}\0`);
      return true;
    },
    kill: () => {
      killed = true;
      if (!used) hangUp();
      void adopted.then((kill) => kill?.());
    },
  };
}

function closed(socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

function numberIn(report: string, name: string): number | undefined {
  const digits = new RegExp(`"${name}":\\s*(\\d+)`).exec(report)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
