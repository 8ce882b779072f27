import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from './errno.ts';

/** The project's `.steiner` is a link, so it is not a place of the project's own. */
export class LeadsElsewhere extends Error {}

/** Makes the project's `.steiner`, which git ignores whole, and returns it. Rejects with `LeadsElsewhere`, or with the errno of what failed. */
export async function makeProjectFolder(project: string): Promise<string> {
  const own = join(project, '.steiner');
  await mkdir(own).catch((failure: unknown) => {
    if (errnoOf(failure) !== 'EEXIST') throw failure;
  });
  if ((await realpath(own)) !== own) throw new LeadsElsewhere('.steiner is a link');
  await writeFile(join(own, '.gitignore'), '*\n', { flag: 'wx' }).catch((failure: unknown) => {
    if (errnoOf(failure) !== 'EEXIST') throw failure;
  });
  return own;
}
