import { access, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type SessionMarks, sessionMarksSchema } from '../../shared/session.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import { missing, unwritable } from './fs-problem.ts';
import type { SessionFiles } from './paths.ts';

const marksFileSchema = sessionMarksSchema.extend({ trashedAt: z.number().optional() });
export type MarksFile = z.infer<typeof marksFileSchema>;

/** A file that is missing or cannot be used holds no marks. */
export async function readMarks(path: string): Promise<MarksFile> {
  try {
    return marksFileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return {};
  }
}

/** Rejects with the errno of what failed. */
export function writeMarks(path: string, marks: MarksFile): Promise<void> {
  return writeAtomic(path, JSON.stringify(marks));
}

/** A mark that is not named stays. */
export async function markSession(files: SessionFiles, marks: SessionMarks): Promise<Result<null, Problem>> {
  try {
    await access(files.log);
    const before = await readMarks(files.marks);
    await writeMarks(files.marks, { ...before, pinned: marks.pinned ?? before.pinned, archived: marks.archived ?? before.archived });
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(files.folder) : unwritable(failure, 'The session could not be marked'));
  }
}
