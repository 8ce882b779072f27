import { readdir } from 'node:fs/promises';
import type { Stamped } from '../../shared/events.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { SessionSummary } from '../../shared/session.ts';
import { errnoOf } from '../lib/errno.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { projectFolder, sessionFiles } from './paths.ts';
import { readLog } from './read-log.ts';
import { type LockState, lockState } from './session-lock.ts';
import type { StoreContext } from './store-context.ts';
import { readSummary, writeSummary } from './summary.ts';

/** Keeps the number of open files small, however many sessions there are. */
const PARALLEL = 32;

/** Newest first. Never rejects: what cannot be read is left out and logged. */
export async function listSessions(context: StoreContext, project: string): Promise<readonly SessionSummary[]> {
  const ids = await sessionIds(context, project);
  const rows = await mapLimited(ids, PARALLEL, (id) => row(context, project, id));
  return rows.filter((summary) => summary !== undefined).sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
}

async function sessionIds(context: StoreContext, project: string): Promise<readonly SessionId[]> {
  const folder = projectFolder(context.ports.paths.state, project);
  try {
    return (await readdir(folder)).flatMap((name) => sessionIdSchema.safeParse(name).data ?? []);
  } catch (failure) {
    if (errnoOf(failure) !== 'ENOENT') {
      context.ports.logger.log('error', 'the sessions of a project could not be listed', { folder, error: String(failure) });
    }
    return [];
  }
}

async function row(context: StoreContext, project: string, id: SessionId): Promise<SessionSummary | undefined> {
  const files = sessionFiles(context.ports.paths.state, project, id);
  const lock = await lockState(files.lock);
  const summary = lock === 'left' ? undefined : await readSummary(files.summary);
  if (summary?.id === id) return { ...summary, readOnly: lock === 'other' };
  return rebuild(context, { project, id, lock });
}

interface Rebuild {
  readonly project: string;
  readonly id: SessionId;
  readonly lock: LockState;
}

async function rebuild(context: StoreContext, { project, id, lock }: Rebuild): Promise<SessionSummary | undefined> {
  const { clock, logger, paths } = context.ports;
  const files = sessionFiles(paths.state, project, id);
  const content = await readLog({ path: files.log, id, project, now: clock.now(), blobs: context.blobs });
  if (!content.ok) {
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
