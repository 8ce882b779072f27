import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';

export interface ChosenFile {
  /** Absolute. */
  readonly path: string;
  /** What is there already may be overwritten. */
  readonly replace: boolean;
}

/** Writes a file where a person wants it. The folder must be there. */
export async function writeText(text: string, { path, replace }: ChosenFile): Promise<Result<null, Problem>> {
  try {
    if (replace) await writeAtomic(path, text, { mode: 0o644 });
    else await writeFile(path, text, { flag: 'wx', mode: 0o644 });
    return ok(null);
  } catch (failure) {
    const code = errnoOf(failure);
    if (code === 'EEXIST') {
      return err({ code: 'file_exists', message: `There is already a file ${path}.`, hint: 'Choose another name, or replace it.' });
    }
    return err({
      code: 'file_unwritable',
      message: `${path} could not be written${code === undefined ? '' : ` (${code})`}.`,
      hint:
        code === 'ENOENT' ? 'Choose a folder that is there.' : 'Choose another folder, or check its permissions and the space on the disk.',
    });
  }
}

export async function readText(path: string, most: number): Promise<Result<string, Problem>> {
  try {
    if ((await stat(path)).size > most) {
      return err({ code: 'file_unreadable', message: `${path} is too large to be read.`, hint: 'Choose another file.' });
    }
    return ok(await readFile(path, 'utf8'));
  } catch (failure) {
    const code = errnoOf(failure);
    return err({
      code: 'file_unreadable',
      message: `${path} could not be read${code === undefined ? '' : ` (${code})`}.`,
      hint: 'Check the spelling and its permissions, or choose another file.',
    });
  }
}
