import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';
import type { ObjectFormat } from './object-format.ts';
import { type GitRunner, NO_NETWORK, runGit } from './run-git.ts';

/** Files of a git folder that say which files are looked at and how they are taken in; they name no command. */
const INFO = ['exclude', 'attributes', 'sparse-checkout'];

/** An index of its own, as `index` in `home`; none where the repository has none yet. */
export async function copyIndex(gitDir: string, home: string): Promise<void> {
  await copyThere(join(gitDir, 'index'), join(home, 'index'));
}

interface OwnGitFolder {
  readonly home: string;
  readonly root: string;
  readonly gitDir: string;
  readonly format: ObjectFormat;
  readonly runner: GitRunner;
}

/**
 * What makes git work on the files and objects of a repository without reading its settings, in which a command may have named programs (filters, monitors,
 * transports): a git folder in `home` with settings of its own. Only how line endings are handled is taken over.
 */
export async function ownGitFolder({ home, root, gitDir, format, runner }: OwnGitFolder): Promise<Readonly<Record<string, string>>> {
  const own = join(home, 'git');
  await mkdir(join(own, 'refs'), { recursive: true });
  await mkdir(join(own, 'objects'));
  await mkdir(join(own, 'info'));
  await writeFile(join(own, 'HEAD'), 'ref: refs/heads/none\n');
  const endings = await runGit(runner, {
    cwd: home,
    args: ['config', '--file', join(gitDir, 'config'), '--default', '', '--get', 'core.autocrlf'],
  });
  const kind = /^(?:true|false|input)$/i.exec(endings.toString().trim())?.[0];
  const autocrlf = kind === undefined ? '' : `\tautocrlf = ${kind}\n`;
  // Only the later version may name a format, and without a name it is SHA-1.
  const [version, extensions] = format === 'sha256' ? [1, '[extensions]\n\tobjectformat = sha256\n'] : [0, ''];
  await writeFile(join(own, 'config'), `[core]\n\trepositoryformatversion = ${version}\n\tbare = false\n${autocrlf}${extensions}`);
  for (const name of INFO) await copyThere(join(gitDir, 'info', name), join(own, 'info', name));
  const shared = (await readdir(gitDir)).filter((name) => name.startsWith('sharedindex.'));
  for (const name of shared) await copyThere(join(gitDir, name), join(own, name));
  return { GIT_DIR: own, GIT_WORK_TREE: root, GIT_OBJECT_DIRECTORY: join(gitDir, 'objects'), ...NO_NETWORK };
}

async function copyThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') throw failure;
  }
}
