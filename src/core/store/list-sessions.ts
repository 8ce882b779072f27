import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stamped } from '../../shared/events.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { SessionSummary } from '../../shared/session.ts';
import { errnoOf } from '../lib/errno.ts';
import { type LockState, lockState } from '../lib/lock-file.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { readMarks } from './marks.ts';
import { filesIn, projectFolder, type SessionFiles, trashFolder } from './paths.ts';
import { readLog } from './read-log.ts';
import type { StoreContext } from './store-context.ts';
import { readSummary, writeSummary } from './summary.ts';
import { removeUnborn } from './sweep-leftovers.ts';

/** Keeps the number of open files small, however many sessions there are. */
const PARALLEL = 32;

/** Newest first. Never rejects: what cannot be read is left out and logged. */
export async function listSessions(context: StoreContext, project: string): Promise<readonly SessionSummary[]> {
  const rows = await rowsIn(context, project, projectFolder(context.ports.paths.state, project));
  return rows.map(({ trashedAt: _, ...row }) => row).sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
}

/** Last deleted first. Never rejects. */
export async function listTrash(context: StoreContext, project: string): Promise<readonly SessionSummary[]> {
  const rows = await rowsIn(context, project, trashFolder(context.ports.paths.state, project));
  return [...rows].sort((a, b) => (b.trashedAt ?? 0) - (a.trashedAt ?? 0) || (a.id < b.id ? -1 : 1));
}

/** The rows of the sessions in a folder, in no order. */
export async function rowsIn(context: StoreContext, project: string, folder: string): Promise<readonly SessionSummary[]> {
  const ids = await sessionIds(context, folder);
  const rows = await mapLimited(ids, PARALLEL, (id) => row(context, { project, id, files: filesIn(join(folder, id)) }));
  return rows.filter((summary) => summary !== undefined);
}

async function sessionIds(context: StoreContext, folder: string): Promise<readonly SessionId[]> {
  try {
    return (await readdir(folder)).flatMap((name) => sessionIdSchema.safeParse(name).data ?? []);
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') {
      context.ports.logger.log('error', 'the sessions of a project could not be listed', { folder, error: String(failure) });
    }
    return [];
  }
}

interface Place {
  readonly project: string;
  readonly id: SessionId;
  readonly files: SessionFiles;
}

async function row(context: StoreContext, place: Place): Promise<SessionSummary | undefined> {
  const { id, files } = place;
  const key = context.rows.keyOf(files);
  const known = context.rows.get(files, key);
  if (known) return known;
  const [lock, marks] = await Promise.all([lockState(files.lock), readMarks(files.marks)]);
  const summary = lock === 'left' ? undefined : await readSummary(files.summary);
  if (summary?.id === id) return context.rows.keep(files, key, { ...summary, ...marks, readOnly: lock === 'other' });
  const rebuilt = await rebuild(context, place, lock);
  return rebuilt && { ...rebuilt, ...marks };
}

async function rebuild(context: StoreContext, { project, id, files }: Place, lock: LockState): Promise<SessionSummary | undefined> {
  const { clock, logger } = context.ports;
  const content = await readLog({ path: files.log, id, project, now: clock.now(), blobs: context.blobs });
  if (!content.ok) {
    if (content.error.code === 'session_missing') await removeUnborn(files.folder, clock.now());
    logger.log('warn', 'a session was left out of the list', { session: id, code: content.error.code, detail: content.error.detail });
    return undefined;
  }
  const { events, newer } = content.value;
  const write = lock !== 'other';
  const cut = (lock === 'free' || lock === 'left') && endsInTurn(events);
  const summary = cut ? { ...content.value.summary, lastStop: 'interrupted' as const } : content.value.summary;
  if (newer) return { ...summary, readOnly: true };
  if (write) {
    await writeSummary(files.summary, summary).catch((failure: unknown) =>
      logger.log('warn', 'the session summary could not be written', { session: id, error: String(failure) }),
    );
  }
  return { ...summary, readOnly: !write };
}

/** A log that nobody writes to and that ends in a turn was cut off there. */
function endsInTurn(events: readonly Stamped[]): boolean {
  return events.findLast(({ event }) => event.type === 'turn.start' || event.type === 'turn.end')?.event.type === 'turn.start';
}
