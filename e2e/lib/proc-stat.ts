import { readFileSync } from 'node:fs';

/** Ticks a second of the times in /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** What a process did so far. */
export interface ProcStat {
  /** Seconds of CPU, its own. */
  readonly cpu: number;
  /** Grows whenever a child of it has ended and was waited for, however short it lived. */
  readonly childFaults: number;
  /** How often its main thread went to sleep by itself: each time something woke it before. */
  readonly sleeps: number;
}

/** Undefined for a process that is gone. */
export function procStat(pid: number): ProcStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const sleeps = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const [childMinor = 0, childMajor = 0, user = 0, system = 0] = [fields[8], fields[10], fields[11], fields[12]];
    return { cpu: (user + system) / TICKS, childFaults: childMinor + childMajor, sleeps: Number(sleeps) };
  } catch {
    return undefined;
  }
}
