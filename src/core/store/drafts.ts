import { access, readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { givenAttachmentsSchema, type Spoken } from '../../shared/attachments.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { writeAtomic } from '../lib/atomic-file.ts';
import { errnoOf } from '../lib/errno.ts';
import type { Logger } from '../lib/ports.ts';
import { missing, unwritable } from './fs-problem.ts';
import type { SessionFiles } from './paths.ts';

const draftSchema = z.object({ text: z.string(), attachments: givenAttachmentsSchema });

/** What a session's person has not sent yet; empty when there is nothing or it cannot be read. Earlier builds kept it in two files, which count while there is no other. */
export async function readDraft(files: SessionFiles, logger: Logger): Promise<Spoken> {
  const [whole, text, attachments] = await Promise.all(
    [files.draft, files.oldDraft, files.oldDraftAttachments].map((path) => readPart(path, logger)),
  );
  if (whole !== undefined) return draftSchema.safeParse(parse(whole)).data ?? { text: '', attachments: [] };
  return { text: text ?? '', attachments: givenAttachmentsSchema.safeParse(parse(attachments ?? '')).data ?? [] };
}

export async function writeDraft(files: SessionFiles, draft: Spoken): Promise<Result<null, Problem>> {
  try {
    await access(files.log);
    await keepDraft(files, draft);
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(files.folder) : unwritable(failure, 'The draft could not be saved'));
  }
}

/** Text and attachments are one file, so that no crash parts them. An empty draft has none; the files of earlier builds go in an order in which none of them comes back. */
export async function keepDraft(files: SessionFiles, { text, attachments }: Spoken): Promise<void> {
  const empty = text === '' && attachments.length === 0;
  if (!empty) await writeAtomic(files.draft, JSON.stringify({ text, attachments }));
  await rm(files.oldDraftAttachments, { force: true });
  await rm(files.oldDraft, { force: true });
  if (empty) await rm(files.draft, { force: true });
}

async function readPart(path: string, logger: Logger): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') logger.log('warn', 'a draft could not be read', { path, error: String(failure) });
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
