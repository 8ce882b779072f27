import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { locateGit } from './locate.ts';
import type { GitRunner } from './run-git.ts';

export interface Surroundings {
  /** Top of the working tree that the repository lies in, real. */
  readonly root: string;
  /** Git folder of that working tree; submodules have theirs below it. */
  readonly gitDir: string;
  readonly runner: GitRunner;
}

export interface GitFolderInside {
  readonly gitDir: string;
  /** Which folder that is: another one where the repository was made anew. */
  readonly folder: string;
}

/** `gone`: no repository is there. `elsewhere`: its git folder is another project's or is linked to other places. */
export type NotThere = 'gone' | 'elsewhere';

/**
 * The git folder of the repository that begins at `path` inside a working tree. It has to be the repository's alone: in it, or a submodule's among those of the
 * repository around it; no link leads out of it.
 */
export async function gitFolderInside({ root, gitDir }: Surroundings, path: string): Promise<GitFolderInside | NotThere> {
  const folder = join(root, path);
  const found = await locateGit(folder);
  if (found?.root !== folder) return 'gone';
  const own = found.gitDir === join(folder, '.git') || found.gitDir.startsWith(`${join(gitDir, 'modules')}/`);
  if (!own || found.commonDir !== found.gitDir) return 'elsewhere';
  const places = ['objects', 'refs', 'info'].map((name) => join(found.gitDir, name));
  const real = await Promise.all(places.map((place) => realpath(place).catch(() => place)));
  if (places.some((place, index) => place !== real[index])) return 'elsewhere';
  const { dev, ino, birthtimeMs } = await stat(found.gitDir);
  return { gitDir: found.gitDir, folder: `${dev}:${ino}:${birthtimeMs}` };
}
