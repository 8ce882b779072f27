import { readFileSync } from 'node:fs';
import { startedAt } from '../../lib/process-identity.ts';

/** The first process in a sandbox: everything else there is below it, whatever it became of. */
export interface Inside {
  readonly pid: number;
  /** Nothing when it was gone already. */
  readonly started: string | undefined;
}

/** Far longer than killed processes take to be gone, in looks a millisecond apart. One that the kernel cannot end is not waited for. */
const LOOKS = 5_000;

export function insideOf(pid: number): Inside {
  return { pid, started: startedAt(pid) };
}

/**
 * Resolves when nothing in a sandbox that has ended runs any more. Bubblewrap outside goes as soon as the command's first process does; what that left in the
 * background is killed then, and on a busy machine can still write for a while. Mostly nothing is left, and that is one look.
 */
export async function emptied({ pid, started }: Inside): Promise<void> {
  for (let look = 0; look < LOOKS && hasOthers(pid) && started === startedAt(pid); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Where the kernel does not tell, the first process has to be gone, which is the last to go. */
function hasOthers(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1') !== '';
  } catch {
    return startedAt(pid) !== undefined;
  }
}
