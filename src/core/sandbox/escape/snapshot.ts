import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** What is at some paths and below them: kind, mode and content by path. */
export type Snapshot = ReadonlyMap<string, string>;

export async function takeSnapshot(paths: readonly string[]): Promise<Snapshot> {
  const found = new Map<string, string>();
  await Promise.all(paths.map((path) => visit(path, found)));
  return found;
}

/** Paths that came, went or changed. */
export function changedPaths(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}

async function visit(path: string, found: Map<string, string>): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return;
  const mode = stats.mode.toString(8);
  if (stats.isSymbolicLink()) found.set(path, `link ${await readlink(path)}`);
  else if (stats.isFile())
    found.set(
      path,
      `file ${mode} ${stats.mtimeMs} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`,
    );
  else if (!stats.isDirectory()) found.set(path, `other ${mode}`);
  else {
    found.set(path, `folder ${mode}`);
    await Promise.all((await readdir(path)).map((name) => visit(join(path, name), found)));
  }
}
