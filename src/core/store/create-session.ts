import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { syncFolder } from '../lib/atomic-file.ts';
import { acquireLock } from '../lib/lock-file.ts';
import { Scope } from '../lib/scope.ts';
import { EventPlaces } from './event-places.ts';
import { unwritable } from './fs-problem.ts';
import { encodeLine, LOG_SCHEMA, type LogHeader } from './log-format.ts';
import { LogWriter } from './log-writer.ts';
import { sessionFiles } from './paths.ts';
import type { NewSession, SessionLog } from './session-log.ts';
import type { StoreContext } from './store-context.ts';
import { startSummary } from './summary.ts';
import { WritableLog } from './writable-log.ts';

/** All or nothing: after a failure there is no trace of the session. */
export async function createSession(context: StoreContext, session: NewSession): Promise<Result<SessionLog, Problem>> {
  const undo = new Scope();
  try {
    const log = await build(context, session, undo);
    void log.saveSummary();
    return ok(log);
  } catch (failure) {
    await undo.close().catch((left: unknown) => context.ports.logger.log('warn', 'a failed session left files', { error: String(left) }));
    return err(unwritable(failure, 'The session could not be created'));
  }
}

/** The header is synced together with the first event: until then there is nothing in the session that could be lost. */
async function build(context: StoreContext, session: NewSession, undo: Scope): Promise<WritableLog> {
  const { clock, ids, logger, paths } = context.ports;
  const { id, project, title, model } = session;
  const files = sessionFiles(paths.state, project, id);
  const header: LogHeader = { schema: LOG_SCHEMA, id, project, title, model, time: clock.now() };
  await mkdir(dirname(files.folder), { recursive: true, mode: 0o700 });
  await mkdir(files.folder, { mode: 0o700 });
  undo.add(() => rm(files.folder, { recursive: true, force: true }));
  const lock = await acquireLock(files.lock, ids);
  if (lock.kind === 'busy') throw new Error('a new session is locked');
  const file = await context.openLog(files.log);
  undo.add(() => file.close());
  const line = Buffer.from(encodeLine(header));
  await file.write(line);
  await Promise.all([syncFolder(files.folder), syncFolder(dirname(files.folder))]);
  const places = new EventPlaces();
  const writer = new LogWriter({ file, blobs: context.blobs, clock, length: line.length, lines: 1, last: null, events: 0, places });
  const summary = startSummary(header);
  const source = { path: files.log, places, blobs: context.blobs };
  return new WritableLog({ id, files, events: [], source, summary, repaired: undefined, writer, releaseLock: lock.release, logger });
}
