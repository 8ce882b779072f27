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

const NOT_SAVED = 'The draft could not be saved';

/** What a session's person has not sent yet; empty when there is nothing or it cannot be read. Earlier builds kept it in two files, which count while there is no other. */
export async function readDraft(files: SessionFiles, logger: Logger): Promise<Spoken> {
  const [whole, text, attachments] = await Promise.all(
    [files.draft, files.oldDraft, files.oldDraftAttachments].map((path) => readPart(path, logger)),
  );
  if (whole !== undefined) return draftOf(whole);
  return { text: text ?? '', attachments: givenAttachmentsSchema.safeParse(parse(attachments ?? '')).data ?? [] };
}

/** The same of what has no session yet, in a file of the project's. */
export async function readNewDraft(path: string, logger: Logger): Promise<Spoken> {
  return draftOf((await readPart(path, logger)) ?? '');
}

export async function writeNewDraft(path: string, draft: Spoken): Promise<Result<null, Problem>> {
  try {
    if (isEmpty(draft)) await rm(path, { force: true });
    else await writeWhole(path, draft);
    return ok(null);
  } catch (failure) {
    return err(unwritable(failure, NOT_SAVED));
  }
}

export async function writeDraft(files: SessionFiles, draft: Spoken): Promise<Result<null, Problem>> {
  try {
    await access(files.log);
    await keepDraft(files, draft);
    return ok(null);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(files.folder) : unwritable(failure, NOT_SAVED));
  }
}

/** Text and attachments are one file, so that no crash parts them. An empty draft has none; the files of earlier builds go in an order in which none of them comes back. */
export async function keepDraft(files: SessionFiles, draft: Spoken): Promise<void> {
  if (!isEmpty(draft)) await writeWhole(files.draft, draft);
  await rm(files.oldDraftAttachments, { force: true });
  await rm(files.oldDraft, { force: true });
  if (isEmpty(draft)) await rm(files.draft, { force: true });
}

function writeWhole(path: string, { text, attachments }: Spoken): Promise<void> {
  return writeAtomic(path, JSON.stringify({ text, attachments }));
}

function isEmpty({ text, attachments }: Spoken): boolean {
  return text === '' && attachments.length === 0;
}

function draftOf(file: string): Spoken {
  return draftSchema.safeParse(parse(file)).data ?? { text: '', attachments: [] };
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
