import { access, readFile, rm } from 'node:fs/promises';
import { type GivenAttachment, givenAttachmentsSchema, type Spoken } from '../../shared/attachments.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Logger } from '../lib/ports.ts';
import { missing, unwritable } from './fs-problem.ts';
import type { SessionFiles } from './paths.ts';

/** What a session's person has not sent yet; empty when there is nothing or it cannot be read. */
export async function readDraft(files: SessionFiles, logger: Logger): Promise<Spoken> {
  const [text, attachments] = await Promise.all([readPart(files.draft, logger), readPart(files.draftAttachments, logger)]);
  return { text, attachments: parseAttachments(attachments) };
}

export async function writeDraft(files: SessionFiles, { text, attachments }: Spoken): Promise<Result<null, Problem>> {
  try {
    await access(files.log);
    await writePart(files.draft, text);
    await writePart(files.draftAttachments, attachments.length === 0 ? '' : JSON.stringify(attachments));
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(files.folder) : unwritable(failure, 'The draft could not be saved'));
  }
}

async function readPart(path: string, logger: Logger): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') logger.log('warn', 'a draft could not be read', { path, error: String(failure) });
    return '';
  }
}

/** An empty part has no file. */
export async function writePart(path: string, text: string): Promise<void> {
  if (text === '') await rm(path, { force: true });
  else await writeAtomic(path, text);
}

function parseAttachments(text: string): readonly GivenAttachment[] {
  if (text === '') return [];
  try {
    return givenAttachmentsSchema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
