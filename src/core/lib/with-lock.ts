import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { acquireLock } from './lock-file.ts';
import type { Clock, Ids } from './ports.ts';

/** How often a lock that another process holds is looked at again, in milliseconds. What is done under one takes a few file operations. */
const LOOK = 5;

export interface LockOptions {
  /** The lock file. Its folder is made (0700) when it is missing. */
  readonly path: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** After so many milliseconds of waiting nothing is done. */
  readonly patience: number;
}

export type Locked<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** That process has held it all the time. */
  | { readonly kind: 'busy'; readonly holder: number };

/** Runs the step while no other process runs one under the same lock. Rejects with the errno of what kept the lock from being made. */
export async function withLock<T>({ path, clock, ids, patience }: LockOptions, step: () => Promise<T>): Promise<Locked<T>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let waited = 0; ; waited += LOOK) {
    const lock = await acquireLock(path, ids);
    if (lock.kind === 'held') return { kind: 'done', value: await step().finally(lock.release) };
    if (waited >= patience) return lock;
    await clock.sleep(LOOK);
  }
}
