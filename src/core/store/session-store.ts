import { join } from 'node:path';
import type { SessionId } from '../../shared/ids.ts';
import { SerialQueue } from '../lib/serial-queue.ts';
import { createBlobStore } from './blob-store.ts';
import { createSession } from './create-session.ts';
import { readDraft, writeDraft } from './drafts.ts';
import { listSessions } from './list-sessions.ts';
import { type OpenLogFile, openLogFile } from './log-file.ts';
import { openSession } from './open-session.ts';
import { sessionFiles } from './paths.ts';
import type { SessionStore } from './session-log.ts';
import type { StoreContext } from './store-context.ts';

export interface SessionStoreOptions {
  /** How logs are opened for writing. */
  readonly openLog?: OpenLogFile | undefined;
}

/**
 * The sessions under `<state>/sessions/<project key>/<session id>/`, with long texts under `<state>/blobs/`. Does nothing until it is used.
 *
 * A created session's log is empty: whoever creates it appends its `session.start`.
 */
export function createSessionStore(ports: StoreContext['ports'], options: SessionStoreOptions = {}): SessionStore {
  const blobs = createBlobStore(join(ports.paths.state, 'blobs'));
  const context: StoreContext = { ports, blobs, openLog: options.openLog ?? openLogFile };
  const drafts = new SerialQueue();
  const filesOf = (project: string, id: SessionId) => sessionFiles(ports.paths.state, project, id);
  return {
    list: (project) => listSessions(context, project),
    create: (session) => createSession(context, session),
    open: (project, id) => openSession(context, project, id),
    readDraft: (project, id) => drafts.run(() => readDraft(filesOf(project, id), ports.logger)),
    writeDraft: (project, id, text) => drafts.run(() => writeDraft(filesOf(project, id), text)),
  };
}
