import { createHash } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { errnoOf } from './errno.ts';
import type { Ids } from './ports.ts';
import { identityOf, isRunning, type ProcessIdentity, processIdentitySchema } from './process-identity.ts';

/** How often a lock that changes under our eyes is looked at again before it counts as held. */
const ATTEMPTS = 20;

export type LockOutcome =
  | { readonly kind: 'held'; readonly release: () => Promise<void> }
  /** A living process has it. */
  | { readonly kind: 'busy'; readonly holder: number };

/**
 * Takes the lock file at `path`: made in one step with its content, so it is never seen half-written. A lock whose process is dead is
 * taken over. Rejects with the errno of what failed.
 *
 * Taking over: the stale lock may be replaced only by who holds the lock *on that stale lock* (a lock file named after its content, taken
 * by these same rules). Of several takers one gets it, looks whether the stale lock is still the one it saw, and renames its own
 * over it. A taker that dies in between leaves a stale lock on the stale lock, and that is taken over in its turn.
 */
export async function acquireLock(path: string, ids: Ids): Promise<LockOutcome> {
  const self = await identityOf(process.pid);
  if (!self) throw new Error('the start time of this process cannot be read');
  const own: OwnLock = { path, ids, content: JSON.stringify({ ...self, nonce: ids.hex(8) }) };
  return take(own);
}

/** `left` is a lock whose process is gone: what it held was never closed. */
export type LockState = 'free' | 'own' | 'other' | 'left';

/** Who has the lock now. Never rejects; a lock that cannot be read counts as free. */
export async function lockState(path: string): Promise<LockState> {
  const content = await contentOf(path).catch(() => undefined);
  if (content === undefined) return 'free';
  const holder = parseHolder(content);
  if (!holder || !(await isRunning(holder))) return 'left';
  return holder.pid === process.pid ? 'own' : 'other';
}

interface OwnLock {
  readonly path: string;
  readonly ids: Ids;
  readonly content: string;
}

async function take(own: OwnLock): Promise<LockOutcome> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await place(own, link)) return heldLock(own);
    const found = await contentOf(own.path);
    if (found === undefined) continue;
    const holder = parseHolder(found);
    if (holder && (await isRunning(holder))) return { kind: 'busy', holder: holder.pid };
    const taken = await takeOver(own, found);
    if (taken) return taken;
  }
  return { kind: 'busy', holder: 0 };
}

/** Undefined when the stale lock was gone before its turn came, so that the caller looks again. */
async function takeOver(own: OwnLock, stale: string): Promise<LockOutcome | undefined> {
  const right = await take({ ...own, path: `${own.path}.${fingerprint(stale)}` });
  if (right.kind === 'busy') return right;
  try {
    if ((await contentOf(own.path)) !== stale) return undefined;
    await place(own, rename);
    return heldLock(own);
  } finally {
    await right.release();
  }
}

/** Writes the lock beside its place and moves it there whole. False when `link` finds the place taken. */
async function place(own: OwnLock, move: (from: string, to: string) => Promise<void>): Promise<boolean> {
  const temporary = `${own.path}.${own.ids.hex(8)}.new`;
  await writeFile(temporary, own.content, { mode: 0o600, flag: 'wx' });
  try {
    await move(temporary, own.path);
    return true;
  } catch (failure) {
    if (errnoOf(failure) === 'EEXIST') return false;
    throw failure;
  } finally {
    await rm(temporary, { force: true });
  }
}

function heldLock(own: OwnLock): LockOutcome {
  return {
    kind: 'held',
    release: async () => {
      if ((await contentOf(own.path)) === own.content) await rm(own.path, { force: true });
    },
  };
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return undefined;
    throw failure;
  }
}

/** A lock that nobody can have written whole (cut by a power failure) belongs to nobody. */
function parseHolder(content: string): ProcessIdentity | undefined {
  try {
    return processIdentitySchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

function fingerprint(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
