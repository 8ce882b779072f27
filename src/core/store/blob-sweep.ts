import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';

/** A blob that was written or used within this time is never removed: the entry that names it may still be on its way to a log. */
const GRACE = 24 * 60 * 60 * 1_000;

const CHUNK = 1024 * 1024;
const HASH = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
/** The longest piece of a hash, with what stands before it, that the end of a chunk can cut. */
const OVERLAP = 65;

export interface UnusedBlobs {
  readonly paths: readonly string[];
  readonly bytes: number;
}

/**
 * Blobs that nothing in the state folder names. Everything but the blobs themselves is read for names: logs, what was set aside when one was repaired,
 * the trash, drafts. Rejects when something cannot be read, since it might name some.
 */
export async function findUnusedBlobs(state: string, now: number): Promise<UnusedBlobs> {
  const blobs = join(state, 'blobs');
  await putBackAll(blobs);
  const old = (await filesBelow(blobs)).filter(({ path }) => /\/[0-9a-f]{64}$/.test(path));
  const candidates = new Map<string, { readonly path: string; readonly size: number }>();
  for (const { path } of old) {
    const { mtimeMs, size } = await stat(path);
    if (now - mtimeMs > GRACE) candidates.set(path.slice(-64), { path, size });
  }
  if (candidates.size === 0) return { paths: [], bytes: 0 };
  for (const { path } of await filesBelow(state, blobs)) await forNames(path, (name) => candidates.delete(name));
  const unused = [...candidates.values()];
  return { paths: unused.map(({ path }) => path), bytes: unused.reduce((sum, { size }) => sum + size, 0) };
}

/**
 * Removes one blob unless a writer has used it meanwhile; its size, or undefined when it was not removed. A writer that uses a blob which is there marks it as new first, and
 * writes it again where that fails. So it is taken out of its place in one step, and only if it is still old does it go; else it is put back.
 */
export async function removeUnused(path: string, now: number, grace = GRACE): Promise<number | undefined> {
  const aside = join(path, '..', '..', ASIDE);
  const going = join(aside, path.slice(-64));
  try {
    if (now - (await stat(path)).mtimeMs <= grace) return undefined;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(path, going);
    const { mtimeMs, size } = await stat(going);
    if (now - mtimeMs > grace) {
      await rm(going);
      return size;
    }
    await putBack(going, path);
    return undefined;
  } catch (failure) {
    if (errnoOf(failure) === 'ENOENT') return undefined;
    throw failure;
  }
}

const ASIDE = '.going';

/** What a killed process had taken out of its place. */
async function putBackAll(blobs: string): Promise<void> {
  for (const name of await readdir(join(blobs, ASIDE)).catch(() => [])) {
    await putBack(join(blobs, ASIDE, name), join(blobs, name.slice(0, 2), name));
  }
}

/** A blob that was written anew meanwhile is the same. */
async function putBack(going: string, path: string): Promise<void> {
  await link(going, path).catch((failure: unknown) => {
    if (errnoOf(failure) !== 'EEXIST') throw failure;
  });
  await rm(going, { force: true });
}

async function filesBelow(folder: string, without?: string): Promise<readonly { readonly path: string }[]> {
  const found: { path: string }[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((failure: unknown) => {
    if (errnoOf(failure) === 'ENOENT') return [];
    throw failure;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (path === without) continue;
    if (entry.isDirectory()) found.push(...(await filesBelow(path, without)));
    else if (entry.isFile()) found.push({ path });
  }
  return found;
}

/** Every text in a file that has the form of a blob's name. A file that is gone by now names none. */
async function forNames(path: string, found: (name: string) => void): Promise<void> {
  const file = await open(path, 'r').catch((failure: unknown) => {
    if (errnoOf(failure) === 'ENOENT') return undefined;
    throw failure;
  });
  if (!file) return;
  try {
    const buffer = Buffer.alloc(CHUNK);
    let rest = '';
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, null);
      if (bytesRead === 0) break;
      const text = rest + buffer.toString('latin1', 0, bytesRead);
      for (const [name] of text.matchAll(HASH)) found(name);
      rest = text.slice(-OVERLAP);
    }
  } finally {
    await file.close();
  }
}
