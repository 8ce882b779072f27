import { readFileSync } from 'node:fs';

/** Resident memory in MB of the processes below `pid`, itself not counted. Processes that end meanwhile count nothing. */
export function memoryBelow(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0);
}

/** A child that has not yet become its own program still shows its parent's memory, so it is left out. */
function memoryOf(pid: number): number {
  const own = read(`/proc/${pid}/cmdline`);
  const children = childrenOf(pid).filter((child) => read(`/proc/${child}/cmdline`) !== own);
  return residentOf(pid) + children.reduce((sum, child) => sum + memoryOf(child), 0);
}

function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) / 1_024;
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
