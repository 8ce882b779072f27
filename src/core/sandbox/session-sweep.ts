import { readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { identityOf, isRunning, processIdentitySchema } from '../lib/process-identity.ts';

export const OWNER_SUFFIX = '.owner';
/** A folder whose owner is not known may belong to an older version that runs now. */
const UNKNOWN_AGE_LIMIT = 7 * 24 * 60 * 60 * 1_000;

/** Notes beside a session's tmp folder which process uses it. */
export async function markOwner(tmp: string): Promise<void> {
  const identity = await identityOf(process.pid);
  if (identity) await writeFile(tmp + OWNER_SUFFIX, JSON.stringify(identity));
}

export interface SweepOptions {
  /** Milliseconds since the epoch, for tests; by default the present. */
  readonly now?: number;
  readonly remove: (folder: string) => Promise<void>;
}

/**
 * Removes the tmp folders of sessions whose process is gone. Never rejects: what cannot be removed stays.
 *
 * `sessions` itself has to be where it seems to be: behind a link it is left alone.
 */
export async function sweepSessions(sessions: string, options: SweepOptions): Promise<void> {
  const real = await realpath(sessions).catch(() => undefined);
  if (real !== join(await realpath(dirname(dirname(sessions))).catch(() => ''), basename(dirname(sessions)), basename(sessions))) return;
  const entries = await readdir(sessions, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(sessions, entry.name));
  await Promise.all(folders.map((folder) => sweepOne(folder, options).catch(() => undefined)));
}

async function sweepOne(folder: string, { now = Date.now(), remove }: SweepOptions): Promise<void> {
  if (!(await isInUse(folder, now))) await remove(folder);
}

async function isInUse(folder: string, now: number): Promise<boolean> {
  const text = await readFile(folder + OWNER_SUFFIX, 'utf8').catch(() => undefined);
  if (text === undefined) return now - (await stat(folder)).mtimeMs < UNKNOWN_AGE_LIMIT;
  const owner = processIdentitySchema.safeParse(JSON.parse(text));
  return owner.success && (await isRunning(owner.data));
}
