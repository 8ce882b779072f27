import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Processor time of every process that was started in it, counted by the kernel. What `times` of a shell tells leaves out processes that nobody
 * waited for, and the first process of a sandbox is one of them.
 */
export interface CpuAccount {
  /** To be written to by a process that enters it. */
  readonly entrance: string;
  /** Milliseconds since it was opened. */
  read(): number;
  /** After its last process is gone. */
  close(): void;
}

const V1 = '/sys/fs/cgroup/cpuacct';
const V2 = '/sys/fs/cgroup';

/** Nothing where this user may make no control group. */
export function openCpuAccount(): CpuAccount | undefined {
  const folder = join(existsSync(V1) ? V1 : V2, `steiner-bench-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    const entrance = join(folder, 'cgroup.procs');
    writeFileSync(entrance, '', { flag: 'r+' });
    const before = usedIn(folder);
    return { entrance, read: () => usedIn(folder) - before, close: () => rmdirSync(folder) };
  } catch {
    // Where that is no control group, it is an empty folder.
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
}

function usedIn(folder: string): number {
  const old = join(folder, 'cpuacct.usage');
  if (existsSync(old)) return Number(readFileSync(old, 'utf8')) / 1e6;
  const [, microseconds] = /^usage_usec (\d+)$/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8')) ?? [];
  return Number(microseconds) / 1e3;
}
