import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Problem, ProblemCode } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { errnoOf } from '../lib/errno.ts';

/** The folder to work in: absolute, symlinks resolved, known to be there and readable. */
export async function openFolder(path: string, home: string): Promise<Result<string, Problem>> {
  const wanted = resolve(path.replace(/^~(?=\/|$)/, home));
  try {
    const real = await realpath(wanted);
    if (!(await stat(real)).isDirectory()) {
      return err(problem('folder_not_directory', `${wanted} is a file, not a folder.`, 'Give the folder of the project.'));
    }
    await access(real, constants.R_OK | constants.X_OK);
    return ok(real);
  } catch (failure) {
    return err(unreachable(wanted, errnoOf(failure)));
  }
}

function unreachable(path: string, code: string | undefined): Problem {
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return problem('folder_missing', `There is no folder ${path}.`, 'Check the spelling, or choose another folder.');
  }
  const detail = code === undefined ? '' : ` (${code})`;
  return problem('folder_unreadable', `The folder ${path} cannot be read${detail}.`, 'Check its permissions, or choose another folder.');
}

function problem(code: ProblemCode, message: string, hint: string): Problem {
  return { code, message, hint };
}
