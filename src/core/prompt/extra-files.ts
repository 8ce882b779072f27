import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../lib/errno.ts';

interface Files {
  readonly extra_files: readonly string[];
  readonly ignore_files: readonly string[];
}

/** A sentence for the person where files of `extra_files` are not there: no request holds anything of them. */
export async function missingExtraFiles(project: string, { extra_files: names, ignore_files: ignored }: Files): Promise<string[]> {
  const wanted = [...new Set(names)].filter((name) => !ignored.includes(name));
  const found = await Promise.all(wanted.map((name) => isThere(join(project, name))));
  const missing = wanted.filter((_, index) => !found[index]);
  if (missing.length === 0) return [];
  return [`project_context.extra_files names what is not there: ${missing.join(', ')}. The model is sent nothing of it.`];
}

/** What cannot be read is told when a session reads it. */
async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (failure: unknown) => errnoOf(failure) !== 'ENOENT' && errnoOf(failure) !== 'ENOTDIR',
  );
}
