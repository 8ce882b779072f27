import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Stamped } from '../../shared/events.ts';
import { isLive } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { syncFolder } from '../lib/atomic-file.ts';
import { keepDraft } from './drafts.ts';
import { EventPlaces } from './event-places.ts';
import { unwritable } from './fs-problem.ts';
import { encodeLine, LOG_SCHEMA } from './log-format.ts';
import { LogWriter } from './log-writer.ts';
import { filesIn, type SessionFiles, sessionFiles } from './paths.ts';
import type { SeededSession } from './session-log.ts';
import type { StoreContext } from './store-context.ts';
import { foldSummary, startSummary, writeSummary } from './summary.ts';

/** Writes a session that begins with what happened before, with the times it had. It appears whole or not at all, and is not open afterwards. */
export async function seedSession(context: StoreContext, session: SeededSession): Promise<Result<null, Problem>> {
  const { folder } = sessionFiles(context.ports.paths.state, session.project, session.id);
  const building = filesIn(join(dirname(folder), `.new-${session.id}`));
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    await mkdir(building.folder, { mode: 0o700 });
    await write(context, session, building);
    await rename(building.folder, folder);
    await syncFolder(dirname(folder));
    return ok(null);
  } catch (failure) {
    await rm(building.folder, { recursive: true, force: true });
    return err(unwritable(failure, 'The session could not be created'));
  }
}

async function write(context: StoreContext, session: SeededSession, files: SessionFiles): Promise<void> {
  const { clock } = context.ports;
  const { id, project, title, model, events, draft, attachments = [] } = session;
  const header = { schema: LOG_SCHEMA, id, project, title, model, time: clock.now() } as const;
  const line = Buffer.from(encodeLine(header));
  const file = await context.openLog(files.log);
  const writer = new LogWriter({
    file,
    blobs: context.blobs,
    clock,
    length: line.length,
    lines: 1,
    last: null,
    events: 0,
    places: new EventPlaces(),
  });
  try {
    await file.write(line);
    await appendAll(writer, events);
  } finally {
    await writer.close();
  }
  await writeSummary(files.summary, events.reduce(foldSummary, startSummary(header)));
  await keepDraft(files, { text: draft, attachments });
  await syncFolder(files.folder);
}

async function appendAll(writer: LogWriter, events: readonly Stamped[]): Promise<void> {
  const outcomes = await Promise.all(events.map(({ event, time }) => (isLive(event) ? undefined : writer.append(event, time))));
  const failed = outcomes.find((outcome) => outcome?.ok === false);
  if (failed?.ok === false) throw new Error(failed.error.detail ?? failed.error.message);
}
