import { readFileSync } from 'node:fs';
import { errnoOf } from './errno.ts';
import { type ProcessIdentity, type RunningProcess, runningSince } from './process-identity.ts';

/**
 * A variable in the environment of whatever is started: the mark of the instance, of one process of it, or of a part of that, each followed by `-`
 * and more. Marks are made at random, so what has one was started by its instance, whatever became of pids since.
 */
export const MARK = 'STEINER_PROCESS';

export interface Remains {
  readonly mark: string;
  /** Those that led a group or a session. A program that left both is not ours to end, unless it has `MARK` among its arguments. */
  readonly leaders: readonly Pick<ProcessIdentity, 'pid' | 'started'>[];
  /** The start time of the first that can be among them. */
  readonly since: string;
}

/** Far more looks than it takes until nothing is found: what is killed cannot start anything more. A command that forks without end is given up on. */
const LOOKS = 200;
/** In one look alone a process can be missed: started by one that ends before its turn comes, after the list was made. */
const CLEAN_LOOKS = 5;
/** For so many looks a program without an environment counts as one that is about to begin. Some have none for good. */
const BEGINNING = 50;
/** Between two looks, in milliseconds. */
const PAUSE = 2;

/**
 * Ends what was left running when its leader died, and resolves with how many processes were found. Linux only.
 *
 * The group of what was found is ended with it: while one member runs, nobody else can have its number.
 */
export async function endRemains(remains: Remains): Promise<number> {
  const found = new Set<number>();
  let clean = 0;
  for (let look = 0; look < LOOKS && clean < CLEAN_LOOKS; look += 1) {
    const running = runningSince(remains.since).filter(({ pid }) => pid !== process.pid && !found.has(pid));
    const looked = running.map((one) => ({ one, is: lookAt(one, remains, look < BEGINNING) })).filter(({ is }) => is !== 'other');
    clean = looked.length === 0 ? clean + 1 : 0;
    for (const { one, is } of looked) {
      if (is !== 'left') continue;
      found.add(one.pid);
      killGroup(one.group);
      // It may have left that group since it was looked at.
      kill(one.pid);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return found.size;
}

/** SIGKILL to a group that is known to be ours. */
export function killGroup(group: number): void {
  kill(-group);
}

function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch (failure) {
    // EPERM: some systems answer so for a group of which only unreaped members are left.
    if (errnoOf(failure) !== 'ESRCH' && errnoOf(failure) !== 'EPERM') throw failure;
  }
}

/**
 * `unclear`: in the middle of becoming another program, or of ending, a process has no environment for a moment. Its leader need not be known: an instance that dies
 * may not have come to write it down.
 */
function lookAt(running: RunningProcess, { mark, leaders }: Remains, early: boolean): 'left' | 'other' | 'unclear' {
  const follows = leaders.some(
    ({ pid, started }) => (running.group === pid || running.session === pid) && Number(running.started) >= Number(started),
  );
  const variables = words(running.pid, 'environ');
  if (variables === undefined || variables.length === 0) return follows || (early && variables !== undefined) ? 'unclear' : 'other';
  if (!variables.some((word) => word === `${MARK}=${mark}` || word.startsWith(`${MARK}=${mark}-`))) return 'other';
  return follows || words(running.pid, 'cmdline')?.includes(MARK) ? 'left' : 'other';
}

/** Nothing when it is gone, or not ours to look at. */
function words(pid: number, file: 'cmdline' | 'environ'): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
      .split('\0')
      .filter((word) => word !== '');
  } catch {
    return undefined;
  }
}
