import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';

/** What a run of the sample may have left in the bundled folder; never part of a copy. */
const LEFT_BEHIND = new Set(['.git', '.steiner', 'node_modules']);

/** Copies the bundled sample project to a folder that does not exist yet. Fails with `state_unwritable`. */
export async function copyDemo(from: string, to: string): Promise<Result<null, Problem>> {
  try {
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, filter: (path) => !LEFT_BEHIND.has(basename(path)) });
    return ok(null);
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? 'unknown error';
    return err({
      code: 'state_unwritable',
      message: `The sample project could not be copied to ${to}.`,
      hint: 'Check that there is space and that the folder can be written, then open the sample again.',
      safe: 'Your own projects were not touched.',
      detail: code,
    });
  }
}
