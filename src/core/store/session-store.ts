import { join } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';
import { ok } from '../../shared/result.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import { createBlobStore } from './blob-store.ts';
import { blobSweeper } from './blob-sweeper.ts';
import { createSession } from './create-session.ts';
import { readDraft, readNewDraft, writeDraft, writeNewDraft } from './drafts.ts';
import { listLogs } from './list-logs.ts';
import { listSessions, listTrash } from './list-sessions.ts';
import { type OpenLogFile, openLogFile } from './log-file.ts';
import { markSession } from './marks.ts';
import { openSession } from './open-session.ts';
import { newDraftFile, sessionFiles } from './paths.ts';
import { readLog } from './read-log.ts';
import { RowCache } from './row-cache.ts';
import { seedSession } from './seed-session.ts';
import type { SessionStore } from './session-log.ts';
import type { StoreContext } from './store-context.ts';
import { deleteTrashed, emptyTrash, restoreSession, trashSession } from './trash.ts';

export interface SessionStoreOptions {
  /** How logs are opened for writing. */
  readonly openLog?: OpenLogFile | undefined;
  /** Removes what a session has outside the store, before the session itself goes for good. Default: it has nothing. */
  readonly forget?: StoreContext['forget'];
}

/**
 * The sessions under `<state>/sessions/<project key>/<session id>/`, with long texts under `<state>/blobs/`. Does nothing until it is used.
 *
 * A created session's log is empty: whoever creates it appends its `session.start`.
 */
export function createSessionStore(ports: StoreContext['ports'], options: SessionStoreOptions = {}): SessionStore {
  const blobs = createBlobStore(join(ports.paths.state, 'blobs'));
  const context: StoreContext = {
    ports,
    blobs,
    openLog: options.openLog ?? openLogFile,
    rows: new RowCache(),
    forget: options.forget ?? (async () => {}),
  };
  const drafts = new SerialQueue();
  const marking = new SerialQueue();
  const filesOf = (project: string, id: SessionId) => sessionFiles(ports.paths.state, project, id);
  return {
    list: (project) => listSessions(context, project),
    create: (session) => createSession(context, session),
    open: (project, id, see) => openSession(context, { project, id, see }),
    seed: (session) => seedSession(context, session),
    read: async (project, id) => {
      const content = await readLog({ path: filesOf(project, id).log, id, project, now: ports.clock.now(), blobs });
      return content.ok ? ok({ events: content.value.events, summary: content.value.summary }) : content;
    },
    logs: (project) => listLogs(context, project),
    mark: (project, id, marks) => marking.run(() => markSession(filesOf(project, id), marks)),
    trash: (project, id, options) => marking.run(() => trashSession(context, project, id, options)),
    deleteTrashed: (project, id) => marking.run(() => deleteTrashed(context, project, id)),
    ...blobSweeper(ports),
    trashed: (project) => listTrash(context, project),
    restore: (project, id) => marking.run(() => restoreSession(context, project, id)),
    emptyTrash: (project) => marking.run(() => emptyTrash(context, project)),
    readDraft: (project, id) =>
      drafts.run(() =>
        id === null ? readNewDraft(newDraftFile(ports.paths.state, project), ports.logger) : readDraft(filesOf(project, id), ports.logger),
      ),
    writeDraft: (project, id, draft) =>
      drafts.run(() =>
        id === null ? writeNewDraft(newDraftFile(ports.paths.state, project), draft) : writeDraft(filesOf(project, id), draft),
      ),
    blobs,
  };
}
