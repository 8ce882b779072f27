import { rm } from 'node:fs/promises';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { errnoOf } from '../lib/errno.ts';
import { acquireLock } from '../lib/lock-file.ts';
import { locked, missing, unwritable } from './fs-problem.ts';
import { LogWriter } from './log-writer.ts';
import { type SessionFiles, sessionFiles } from './paths.ts';
import { type LogContent, readLog } from './read-log.ts';
import { repairLog, skippedNote } from './repair-log.ts';
import type { See, SessionLog } from './session-log.ts';
import type { StoreContext } from './store-context.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';
import { readTextIndex } from './text-index.ts';
import { readOnlyLog, WritableLog } from './writable-log.ts';

interface Place {
  readonly id: SessionId;
  readonly project: string;
  readonly files: SessionFiles;
}

/** What it takes to write, or why this process may not. `release` is to be called in both cases. */
interface WriteAccess {
  readonly refused: Problem | undefined;
  readonly release: () => Promise<void>;
}

const CANNOT_WRITE = 'The session can only be read';

export interface Opening {
  readonly project: string;
  readonly id: SessionId;
  readonly see?: See | undefined;
}

/** Opens for writing when nobody else does and this build may; otherwise for reading, and the log says why. */
export async function openSession(context: StoreContext, { project, id, see }: Opening): Promise<Result<SessionLog, Problem>> {
  const place: Place = { id, project, files: sessionFiles(context.ports.paths.state, project, id) };
  const access = await requestAccess(context, place.files);
  if (access.refused?.code === 'session_missing') return err(access.refused);
  const { clock } = context.ports;
  const content = await readLog({ path: place.files.log, id, project, now: clock.now(), blobs: context.blobs, see });
  if (!content.ok) {
    await access.release();
    return content;
  }
  const refused = content.value.newer ?? access.refused;
  const log = refused ?? (await openForWriting(context, place, { content: content.value, release: access.release }));
  if (log instanceof WritableLog) return ok(log);
  await access.release();
  return ok(asReadOnly(context, place, { content: content.value, readOnly: log }));
}

async function requestAccess(context: StoreContext, files: SessionFiles): Promise<WriteAccess> {
  const release = async () => {};
  try {
    const lock = await acquireLock(files.lock, context.ports.ids);
    if (lock.kind === 'held') return { refused: undefined, release: lock.release };
    return { refused: locked(lock.holder), release };
  } catch (failure) {
    return { refused: errnoOf(failure) === 'ENOENT' ? missing(files.folder) : unwritable(failure, CANNOT_WRITE), release };
  }
}

interface Held {
  readonly content: LogContent;
  readonly release: () => Promise<void>;
}

async function openForWriting(context: StoreContext, place: Place, held: Held): Promise<WritableLog | Problem> {
  const { clock, logger } = context.ports;
  const { id, files } = place;
  const { events, count, places, summary, last } = held.content;
  try {
    const { repaired, length, lines } = await repairLog(files.log, held.content, clock.now());
    await sweepLeftovers(files.folder, clock.now());
    if (readTextIndex(files.textIndex).covered > length) await rm(files.textIndex, { force: true });
    const file = await context.openLog(files.log);
    const writer = new LogWriter({ file, blobs: context.blobs, clock, length, lines, last, events: count, places });
    const source = { path: files.log, places, blobs: context.blobs };
    const log = new WritableLog({ id, files, events, source, summary, repaired, writer, releaseLock: held.release, logger });
    void log.saveSummary();
    return log;
  } catch (failure) {
    return unwritable(failure, CANNOT_WRITE);
  }
}

interface Refused {
  readonly content: LogContent;
  readonly readOnly: Problem;
}

function asReadOnly({ blobs }: StoreContext, { id, files }: Place, { content, readOnly }: Refused): SessionLog {
  const { events, places, skipped } = content;
  const repaired = skipped > 0 ? skippedNote(skipped) : undefined;
  return readOnlyLog({ id, events, source: { path: files.log, places, blobs }, readOnly, repaired });
}
