import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './errno.ts';
import { acquireLock } from './lock-file.ts';
import type { Clock, Ids } from './ports.ts';

/** How often a lock that another process holds is looked at again, in milliseconds. What is done under one takes a few file operations. */
const LOOK = 5;

interface LockOptions {
  /** The lock file. Its folder is made (0700) when it is missing. */
  readonly path: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** After so many milliseconds of waiting nothing is done. */
  readonly patience: number;
}

type Locked<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** That process has held it all the time. */
  | { readonly kind: 'busy'; readonly holder: number };

/** How long other processes are waited for where nothing else is said, in milliseconds. */
const PATIENCE = 10_000;

/** Why a step was not done under its lock, or did not end well. */
export interface LockFault {
  /** Ends a sentence. */
  readonly reason: string;
  /** Another process has held the lock all the time: which, and how long it was waited for, in milliseconds. */
  readonly busy?: { readonly holder: number; readonly waited: number };
}

/** As `withLock`, with what `failed` makes of a lock that could not be had, and of a step that rejects with an errno. */
export async function lockedOr<T>(
  { patience = PATIENCE, ...options }: Omit<LockOptions, 'patience'> & Partial<Pick<LockOptions, 'patience'>>,
  step: () => Promise<T>,
  failed: (fault: LockFault) => T,
): Promise<T> {
  try {
    const done = await withLock({ ...options, patience }, step);
    if (done.kind === 'done') return done.value;
    const { holder } = done;
    return failed({ reason: `process ${holder} has held the lock for too long`, busy: { holder, waited: patience } });
  } catch (failure) {
    const reason = errnoOf(failure);
    if (reason === undefined) throw failure;
    return failed({ reason });
  }
}

/** Runs the step while no other process runs one under the same lock. Rejects with the errno of what kept the lock from being made. */
async function withLock<T>({ path, clock, ids, patience }: LockOptions, step: () => Promise<T>): Promise<Locked<T>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let waited = 0; ; waited += LOOK) {
    const lock = await acquireLock(path, ids);
    if (lock.kind === 'held') return { kind: 'done', value: await step().finally(lock.release) };
    if (waited >= patience) return lock;
    await clock.sleep(LOOK);
  }
}
