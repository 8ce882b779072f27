import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small tree of files in a temporary folder. */
export interface Skeleton extends AsyncDisposable {
  readonly root: string;
  add(files: Readonly<Record<string, string>>): Promise<void>;
  /** Makes `path` lead to a file or folder elsewhere. */
  link(path: string, target: string): Promise<void>;
}

/** @param files content by path, with forward slashes, relative to the root */
export async function createSkeleton(files: Readonly<Record<string, string>> = {}): Promise<Skeleton> {
  const root = await mkdtemp(join(tmpdir(), 'steiner-rules-'));
  const skeleton: Skeleton = {
    root,
    async add(more) {
      for (const [path, content] of Object.entries(more)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), content);
      }
    },
    async link(path, target) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await symlink(target, join(root, path));
    },
    async [Symbol.asyncDispose]() {
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  await skeleton.add(files);
  return skeleton;
}
