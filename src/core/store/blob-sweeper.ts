import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { errnoOf } from '../lib/errno.ts';
import { findUnusedBlobs, removeUnused, type UnusedBlobs } from './blob-sweep.ts';
import type { SessionStore } from './session-log.ts';
import type { StoreContext } from './store-context.ts';

/** What the store can do about blobs that nothing names. Failures are problems. */
export function blobSweeper({ paths, clock }: StoreContext['ports']): Pick<SessionStore, 'unusedBlobs' | 'removeBlobs'> {
  return {
    unusedBlobs: () => attempt(() => findUnusedBlobs(paths.state, clock.now())),
    removeBlobs: (unused) => attempt(() => removeAll(unused, clock.now())),
  };
}

async function removeAll({ paths }: UnusedBlobs, now: number): Promise<{ readonly count: number; readonly bytes: number }> {
  let [count, bytes] = [0, 0];
  for (const path of paths) {
    const removed = await removeUnused(path, now);
    if (removed === undefined) continue;
    count += 1;
    bytes += removed;
  }
  return { count, bytes };
}

async function attempt<T>(step: () => Promise<T>): Promise<Result<T, Problem>> {
  try {
    return ok(await step());
  } catch (failure) {
    return err({
      code: 'state_unwritable',
      message: `Unused texts and pictures could not be removed (${errnoOf(failure) ?? String(failure)}).`,
      hint: 'Check the rights of the state folder, then try again.',
      safe: 'What may still be named was left alone.',
    });
  }
}
