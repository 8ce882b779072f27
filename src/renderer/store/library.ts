import type { SessionId } from '../../shared/ids.ts';
import type { RequestInput } from '../../shared/ipc.ts';
import type { SessionMarks, SessionSummary } from '../../shared/session.ts';
import type { Core } from './core.ts';
import { closeLayer, openLayer } from './layers.ts';
import type { LibraryState, SessionFilter, Toast } from './library-state.ts';
import { followSession, openSession } from './sessions.ts';

/** What a person does with the sessions of the list. */
export function libraryCommands(core: Core) {
  return {
    setSessionFilter: (filter: SessionFilter) => setFilter(core, filter),
    startRename: (session: SessionId | null) => change(core, { renaming: session }),
    markSession: (session: SessionSummary, marks: SessionMarks) => markSession(core, session, marks),
    trashSession: (session: SessionSummary) => trashSession(core, session),
    restoreSession: (session: SessionId) => restoreSession(core, session),
    emptyTrash: () => emptyTrash(core),
    forkSession: (session: SessionId, at?: string) => forkSession(core, session, at),
    startExport: (session: SessionId) => startExport(core, session),
    exportSession: (input: RequestInput<'sessions.export'>) => exportSession(core, input),
    importSession: (path: string) => importSession(core, path),
    undoToast: () => undoToast(core),
    dismissToast: () => change(core, { toast: null }),
  };
}

function change(core: Core, part: Partial<LibraryState>): void {
  core.update(({ library }) => ({ library: { ...library, ...part } }));
}

async function setFilter(core: Core, filter: SessionFilter): Promise<void> {
  change(core, { filter });
  if (filter === 'trash') await listTrash(core);
}

async function listTrash(core: Core): Promise<void> {
  const trashed = await core.ask('sessions.trashed', {});
  if (trashed !== undefined) change(core, { trashed });
}

async function markSession(core: Core, { id, title }: SessionSummary, marks: SessionMarks): Promise<void> {
  const done = await core.ask('sessions.mark', { session: id, marks });
  if (done === undefined || marks.archived !== true) return;
  change(core, { toast: { message: `Archived: ${title}`, undo: { act: 'unarchive', session: id } } });
}

/** The session leaves the screen first, since the host closes it. */
async function trashSession(core: Core, { id, title }: SessionSummary): Promise<void> {
  const done = await core.ask('sessions.trash', { session: id });
  if (done === undefined) return;
  core.update(({ open, current, sessions }) => {
    const { [id]: _, ...others } = open;
    return { open: others, current: current === id ? null : current, sessions: sessions.filter((session) => session.id !== id) };
  });
  change(core, { toast: { message: `Moved to the trash: ${title}`, undo: { act: 'restore', session: id } } });
}

async function restoreSession(core: Core, session: SessionId): Promise<void> {
  const done = await core.ask('sessions.restore', { session });
  if (done === undefined) return;
  change(core, { trashed: core.get().library.trashed.filter(({ id }) => id !== session) });
  await openSession(core, session);
}

async function emptyTrash(core: Core): Promise<void> {
  const done = await core.ask('sessions.emptyTrash', {});
  if (done !== undefined) change(core, { trashed: [] });
}

async function forkSession(core: Core, session: SessionId, at?: string): Promise<void> {
  const snapshot = await core.ask('sessions.fork', at === undefined ? { session } : { session, at });
  if (snapshot !== undefined) await followSession(core, snapshot);
}

function startExport(core: Core, session: SessionId): void {
  change(core, { exporting: session });
  openLayer(core, 'export');
}

/** Answers the problem when there is already such a file, so that the dialog can ask. */
async function exportSession(core: Core, input: RequestInput<'sessions.export'>): Promise<'written' | 'exists' | 'failed'> {
  const answer = await core.client.request('sessions.export', input);
  if (!answer.ok) {
    if (answer.error.code === 'file_exists') return 'exists';
    core.report(answer.error);
    return 'failed';
  }
  closeLayer(core, 'export');
  change(core, { toast: { message: `Written to ${answer.value.path}` } });
  return 'written';
}

async function importSession(core: Core, path: string): Promise<void> {
  const snapshot = await core.ask('sessions.import', { path });
  if (snapshot === undefined) return;
  closeLayer(core, 'import');
  await followSession(core, snapshot);
}

async function undoToast(core: Core): Promise<void> {
  const undo: Toast['undo'] = core.get().library.toast?.undo;
  change(core, { toast: null });
  if (undo?.act === 'restore') await restoreSession(core, undo.session);
  if (undo?.act === 'unarchive') await core.ask('sessions.mark', { session: undo.session, marks: { archived: false } });
}
