import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { blobPath } from './blob-store.ts';
import { removeUnused } from './blob-sweep.ts';

/** How a log names a text that was moved out, and an attachment its picture. */
const NAMED = /"(?:sha256|blob)":"([0-9a-f]{64})"/g;
const NAME_LENGTH = 100;
/** Milliseconds in which a blob may have been kept for something that is not written down yet. */
const FRESH = 60 * 60 * 1_000;

/** Every blob that the files below a folder name. */
export async function blobsNamed(folder: string): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  await readNames(folder, (name) => {
    named.add(name);
    return true;
  });
  return named;
}

/**
 * Deletes those of `candidates` that no session names any more, deleted ones in a trash included, and that nobody has kept again of late. `state` is the state
 * folder. One that is kept again meanwhile stays: whoever keeps a blob touches its file, and writes it anew when it is gone.
 */
export async function removeUnusedBlobs(state: string, candidates: ReadonlySet<string>, now: number): Promise<void> {
  const unused = new Set(candidates);
  for (const place of ['sessions', 'trash']) {
    await readNames(join(state, place), (name) => {
      unused.delete(name);
      return unused.size > 0;
    });
  }
  for (const name of unused) await removeUnused(blobPath(join(state, 'blobs'), name), now, FRESH);
}

/** Gives each name to `take` until it answers false. What cannot be read is an error: a log that is not seen may name anything. */
async function readNames(folder: string, take: (name: string) => boolean): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return [];
    throw failure;
  });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.jsonl?(\.|$)/.test(entry.name)) continue;
    if (!(await readFileNames(join(entry.parentPath, entry.name), take))) return;
  }
}

async function readFileNames(path: string, take: (name: string) => boolean): Promise<boolean> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1024 * 1024 })) {
    const text = rest + String(chunk);
    for (const [, name = ''] of text.matchAll(NAMED)) if (!take(name)) return false;
    rest = text.slice(-NAME_LENGTH);
  }
  return true;
}
