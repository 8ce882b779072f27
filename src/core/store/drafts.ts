import { access, readFile, rm } from 'node:fs/promises';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Logger } from '../lib/ports.ts';
import { missing, unwritable } from './fs-problem.ts';
import type { SessionFiles } from './paths.ts';

/** The unsent text of a session; empty when there is none or it cannot be read. */
export async function readDraft(files: SessionFiles, logger: Logger): Promise<string> {
  try {
    return await readFile(files.draft, 'utf8');
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') logger.log('warn', 'a draft could not be read', { path: files.draft, error: String(failure) });
    return '';
  }
}

export async function writeDraft(files: SessionFiles, text: string): Promise<Result<null, Problem>> {
  try {
    await access(files.log);
    if (text === '') await rm(files.draft, { force: true });
    else await writeAtomic(files.draft, text);
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(files.folder) : unwritable(failure, 'The draft could not be saved'));
  }
}
