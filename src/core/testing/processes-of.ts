import { readdirSync, readFileSync } from 'node:fs';

export interface SeenProcess {
  readonly pid: number;
  /** Its arguments, with a NUL after each. */
  readonly line: string;
}

/** What runs now and has that text in its command line or its environment. One that has ended has neither. */
export function processesOf(text: string): readonly SeenProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const line = read(`/proc/${pid}/cmdline`);
    return line.includes(text) || read(`/proc/${pid}/environ`).includes(text) ? [{ pid: Number(pid), line }] : [];
  });
}

/** What is left of it after far longer than a killed process takes to be gone, also where others take the processor. */
export async function leftOf(text: string): Promise<readonly SeenProcess[]> {
  for (let look = 0; look < 5_000; look += 1) {
    if (processesOf(text).length === 0) return [];
    await new Promise((resolve) => setImmediate(resolve));
  }
  return processesOf(text);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
