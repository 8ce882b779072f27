import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from '../../shared/commands.ts';
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

/** Why a command that starts a turn cannot be taken: there is nothing to work in any more. */
export async function needsFolder({ type }: Command, path: string): Promise<Problem | undefined> {
  return type === 'prompt' || type === 'continue' ? goneFolder(path) : undefined;
}

async function goneFolder(path: string): Promise<Problem | undefined> {
  const opened = await openFolder(path, '/');
  if (opened.ok) return undefined;
  if (opened.error.code !== 'folder_missing') return opened.error;
  return {
    code: 'folder_missing',
    message: `The project folder ${path} is gone: it was moved or deleted while it was open.`,
    hint: 'Bring it back to go on here, or open it where it is now.',
    safe: 'Nothing was changed. The sessions are kept.',
  };
}

/**
 * Why a folder is more than a project: it holds the person's home folder, so commands could write all of it. Allowed for this opening, or with its name in
 * `paths.broad_folders`.
 */
export function broadFolder(path: string, home: string, allowed: readonly string[]): Problem | undefined {
  const holdsHome = path === '/' || path === home || home.startsWith(`${path}/`);
  if (!holdsHome || allowed.some((folder) => resolve(folder.replace(/^~(?=\/|$)/, home)) === path)) return undefined;
  const what = path === home ? 'is your home folder' : 'holds your home folder';
  return {
    code: 'folder_too_broad',
    message: `${path} ${what}: as a project, commands could change everything in it without asking.`,
    hint: 'Open the folder of a project instead. If you mean it, use --broad-folder for one turn, or name it in `paths.broad_folders`.',
    safe: 'Nothing was started. Sessions of this folder can be read.',
  };
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
