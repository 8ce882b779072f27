import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** A process that can not be mistaken for a later one that got the same pid. `started` is opaque: equal or not. */
export const processIdentitySchema = z.object({
  pid: z.number().int().positive(),
  started: z.string().min(1),
  /** The boot of the machine it belongs to. */
  boot: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** The start time of a process, also of one that has ended but was not yet waited for; `undefined` when there is none. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return startFromPs(pid);
  return statOf(pid)?.started;
}

/** The same of one that has not ended, at once. Linux only; elsewhere nothing is known. */
export function startedAt(pid: number): string | undefined {
  const stat = process.platform === 'linux' ? statOf(pid) : undefined;
  return stat?.ended ? undefined : stat?.started;
}

export async function identityOf(pid: number): Promise<ProcessIdentity | undefined> {
  const started = await startOf(pid);
  return started === undefined ? undefined : { pid, started, boot: bootId() };
}

/** True while exactly that process runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  if (!isOfThisBoot(identity)) return false;
  if (process.platform !== 'linux') return (await startFromPs(identity.pid)) === identity.started;
  const stat = statOf(identity.pid);
  return stat !== undefined && stat.started === identity.started && !stat.ended;
}

/** A process that runs now. */
export interface RunningProcess {
  readonly pid: number;
  readonly started: string;
  readonly group: number;
  readonly session: number;
}

/** Programs that run now and did not start before that; the kernel's own threads are none. Linux only; elsewhere nothing is known. */
export function runningSince(started: string): readonly RunningProcess[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).flatMap((pid) => {
    const stat = statOf(pid);
    return stat && !stat.ended && !stat.kernel && Number(stat.started) >= Number(started) ? [{ pid, ...stat }] : [];
  });
}

interface ProcStat {
  readonly started: string;
  readonly ended: boolean;
  /** A thread of the kernel. */
  readonly kernel: boolean;
  readonly group: number;
  readonly session: number;
}

/** `PF_KTHREAD` of the kernel. */
const KERNEL = 0x200000;

/** Reading this pseudo-file never touches a disk, so the call does not wait. The command name in it may hold spaces and parentheses. */
function statOf(pid: number): ProcStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    if (state === undefined || started === undefined) return undefined;
    const [group, session, flags] = [fields[2], fields[3], fields[6]].map(Number);
    return {
      started,
      ended: state === 'Z' || state === 'X',
      kernel: ((flags ?? 0) & KERNEL) !== 0,
      group: group ?? 0,
      session: session ?? 0,
    };
  } catch {
    return undefined;
  }
}

function startFromPs(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], { env }, (failure, stdout) => {
      const started = stdout.trim();
      resolve(failure || started === '' ? undefined : started);
    });
  });
}

/** Whether it belongs to the boot of the machine that runs now; a process of an earlier one is gone. */
export function isOfThisBoot({ boot }: Pick<ProcessIdentity, 'boot'>): boolean {
  return boot === bootId();
}

/** Start times are counted from boot on Linux, so they need it beside them; elsewhere they are dates and stand alone. */
function bootId(): string {
  if (process.platform !== 'linux') return '';
  return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
}
