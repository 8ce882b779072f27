import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { locateGit } from './locate.ts';
import { NO_NETWORK } from './own-git-folder.ts';
import { type GitRunner, runGit } from './run-git.ts';

export interface Surroundings {
  /** Top of the working tree that the repository lies in, real. */
  readonly root: string;
  /** Git folder of that working tree; submodules have theirs below it. */
  readonly gitDir: string;
  readonly runner: GitRunner;
}

/** `gone`: no repository is there. `elsewhere`: its git folder is another project's or is linked to other places. `format`: its objects have other names. */
export type NotThere = 'gone' | 'elsewhere' | 'format';

/**
 * The git folder of the repository that begins at `path` inside a working tree. It has to be the repository's alone: in it, or a submodule's among those of the
 * repository around it; no link leads out of it.
 */
export async function gitFolderInside(
  { root, gitDir, runner }: Surroundings,
  path: string,
): Promise<{ readonly gitDir: string } | NotThere> {
  const folder = join(root, path);
  const found = await locateGit(folder);
  if (found?.root !== folder) return 'gone';
  const own = found.gitDir === join(folder, '.git') || found.gitDir.startsWith(`${join(gitDir, 'modules')}/`);
  if (!own || found.commonDir !== found.gitDir) return 'elsewhere';
  const places = ['objects', 'refs', 'info'].map((name) => join(found.gitDir, name));
  const real = await Promise.all(places.map((place) => realpath(place).catch(() => place)));
  if (places.some((place, index) => place !== real[index])) return 'elsewhere';
  return (await sameFormat(found.gitDir, gitDir, runner)) ? { gitDir: found.gitDir } : 'format';
}

async function sameFormat(inner: string, outer: string, runner: GitRunner): Promise<boolean> {
  const formats = [inner, outer].map((folder) =>
    runGit(runner, { cwd: folder, args: ['rev-parse', '--show-object-format'], env: { GIT_DIR: folder, ...NO_NETWORK } }),
  );
  const [one, other] = await Promise.all(formats);
  return one?.toString() === other?.toString();
}
