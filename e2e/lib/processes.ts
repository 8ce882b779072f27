import { readdirSync, readFileSync } from 'node:fs';

/**
 * Living processes whose command line or environment holds the text, this one excepted. A temporary folder's path finds everything
 * that was started for it: the app, its browser, and sandboxed commands.
 */
export function processesNaming(text: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => shown(pid, 'cmdline').includes(text) || shown(pid, 'environ').includes(text)).map(Number);
}

/** Living processes with exactly that command line. */
export function processesRunning(commandLine: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => shown(pid, 'cmdline').replaceAll('\0', ' ').trim() === commandLine).map(Number);
}

/** Ends what is left by its id; one that is gone already is fine. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
    }
  }
}

/** Empty for a process that ended while it was looked at, or that is not ours to read. */
function shown(pid: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
