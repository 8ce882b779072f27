import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inRealFolder, makeRealFolder, removeFlatFolder, whileHeld } from '../lib/held-folder.ts';

/*
 * Where long output of a session lies. Commands that run without a sandbox write there as well: nothing is written, made room for or removed through a link.
 */

const { O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW } = constants;

/** A file in the folder, which is made when it is missing. With `fresh` it may not be there yet, else it is replaced. Rejects with an errno. */
export async function openArtifactFile(folder: string, name: string, fresh: boolean): Promise<FileHandle> {
  await makeRealFolder(folder, 0o700);
  const flags = O_RDWR | O_CREAT | O_NOFOLLOW | (fresh ? O_EXCL : O_TRUNC);
  return inRealFolder(join(folder, name), (held) => open(held, flags, 0o600));
}

export interface Room {
  /** Bytes that files of that kind may take before another comes. */
  readonly bytes: number;
  /** Which files are of that kind and may go. */
  readonly of: (name: string) => boolean;
  /** Their names stay taken. */
  readonly keepsNames: boolean;
}

/** Takes away the oldest files until there is room. Never rejects: what cannot be taken away stays. */
export async function makeRoom(folder: string, room: Room): Promise<void> {
  await whileHeld(folder, (held) => takeOldest(held, room)).catch(() => undefined);
}

async function takeOldest(held: string, { bytes, of, keepsNames }: Room): Promise<void> {
  const files = await Promise.all((await readdir(held)).filter(of).map((name) => sizeOf(join(held, name))));
  const oldest = files.filter((file) => file !== undefined).sort((a, b) => a.time - b.time);
  let sum = oldest.reduce((total, file) => total + file.size, 0);
  for (const { path, size } of oldest) {
    if (sum <= bytes) return;
    if (size === 0) continue;
    await (keepsNames ? empty(path) : unlink(path));
    sum -= size;
  }
}

async function sizeOf(path: string): Promise<{ readonly path: string; readonly size: number; readonly time: number } | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() ? { path, size: stats.size, time: stats.mtimeMs } : undefined;
}

async function empty(path: string): Promise<void> {
  await (await open(path, O_RDWR | O_TRUNC | O_NOFOLLOW)).close();
}

/** Removes the folder of a session with all its files. What is no file of ours keeps it. Never rejects. */
export async function removeArtifacts(folder: string): Promise<void> {
  await removeFlatFolder(folder).catch(() => undefined);
}
