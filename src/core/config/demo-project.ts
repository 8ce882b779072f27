import { cp } from 'node:fs/promises';
import { basename } from 'node:path';

/** What a run of the sample may have left in the bundled folder; never part of a copy. */
const LEFT_BEHIND = new Set(['.git', '.steiner', 'node_modules']);

/** Copies the bundled sample project to a folder that does not exist yet. Rejects with the file system's error. */
export async function copyDemo(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, errorOnExist: true, force: false, filter: (path) => !LEFT_BEHIND.has(basename(path)) });
}
