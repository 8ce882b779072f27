import type { Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { SessionSnapshot } from '../../shared/ipc.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Core } from './core.ts';
import { loadDraft } from './drafts.ts';
import { advance, newestFirst } from './receive.ts';
import { foldInSlices } from './slices.ts';
import type { OpenSession, State } from './state.ts';

/** A session that comes on screen is read from its end, with nothing under review. */
const UNREAD = { reviewTurn: null, reviewing: false } as const;

export async function listSessions(core: Core): Promise<void> {
  const sessions = await core.ask('sessions.list', {});
  if (sessions !== undefined) core.update(() => ({ sessions: newestFirst(sessions), listed: true }));
}

/** Puts a session on the screen. One that is already followed shows at once. */
export async function openSession(core: Core, id: SessionId): Promise<void> {
  const known = core.get().open[id];
  core.update(() => ({ ...UNREAD, current: id, find: { query: '', index: 0 }, focus: { target: 'composer' } }));
  if (known !== undefined && known.state !== 'failed') return;
  const loading = load(core, id);
  const [answer] = await Promise.all([core.client.request('sessions.open', { session: id }), loadDraft(core, id)]);
  if (answer.ok) await follow(core, answer.value, loading);
  else replace(core, loading, () => ({ ...loading, state: 'failed', problem: answer.error }));
}

/** Puts a session that the host just made on the screen, with the draft it may have. */
export async function followSession(core: Core, snapshot: SessionSnapshot): Promise<void> {
  const { id } = snapshot.summary;
  const loading = load(core, id);
  core.update(() => ({ ...UNREAD, current: id, focus: { target: 'composer' } }));
  await Promise.all([follow(core, snapshot, loading), loadDraft(core, id)]);
}

/** Creates the session that a first prompt needs and puts it on the screen. */
export async function createSession(core: Core): Promise<SessionId | undefined> {
  const { nextModel, nextMode } = core.get();
  const start = { ...(nextModel === null ? {} : { model: nextModel }), ...(nextMode === null ? {} : { mode: nextMode }) };
  const snapshot = await core.ask('sessions.create', start);
  if (snapshot === undefined) return undefined;
  const { id } = snapshot.summary;
  await follow(core, snapshot, load(core, id));
  core.update(() => ({ ...UNREAD, current: id, nextMode: null }));
  return id;
}

/** Shows the empty page; the session itself is made by its first prompt, so that none stays empty. */
export function newSession(core: Core): void {
  core.update(() => ({ ...UNREAD, current: null, nextMode: null, focus: { target: 'composer' } }));
}

export async function renameSession(core: Core, session: SessionId, title: string): Promise<void> {
  if (title.trim() !== '') await core.ask('session.command', { command: { type: 'session.rename', session, title } });
}

export async function chooseModel(core: Core, model: string): Promise<void> {
  const session = core.get().current;
  if (session === null) core.update(() => ({ nextModel: model }));
  else await core.ask('session.command', { command: { type: 'session.model', session, model } });
}

/** The mode on screen: of the session, or of the one that the next prompt makes. */
export function activeMode({ current, open, nextMode, project }: State): string {
  const shown = current === null ? undefined : open[current];
  return shown?.state === 'ready' ? shown.view.mode : (nextMode ?? project?.defaultMode ?? 'build');
}

/** Plan to build and back. It holds at once, also for what a running turn does next. */
export async function toggleMode(core: Core): Promise<void> {
  const mode = activeMode(core.get()) === 'plan' ? 'build' : 'plan';
  const session = core.get().current;
  if (session === null) core.update(() => ({ nextMode: mode }));
  else await core.ask('session.command', { command: { type: 'session.mode', session, mode } });
}

/** From here on events of the session are kept, until it is there to take them. */
function load(core: Core, id: SessionId): OpenSession {
  const loading: OpenSession = { id, state: 'loading', view: emptyView(), seq: 0, early: [] };
  core.update((state) => ({ open: { ...state.open, [id]: loading } }));
  return loading;
}

async function follow(core: Core, snapshot: SessionSnapshot, loading: OpenSession): Promise<void> {
  const { summary, seq } = snapshot;
  const shown = showEnd(core, snapshot, loading);
  const events = await allEvents(core, snapshot);
  if (!events.ok) return replace(core, shown, () => ({ ...loading, state: 'failed', problem: events.error }));
  const view = await foldInSlices(events.value);
  replace(core, shown, ({ early }) => advance({ id: summary.id, state: 'ready', view, seq, early: [] }, early));
  core.update(({ sessions }) => ({ sessions: newestFirst([...sessions.filter(({ id }) => id !== summary.id), summary]) }));
}

/** The end of a long session is there to read while the rest of it comes. */
function showEnd(core: Core, { summary, events, before = 0 }: SessionSnapshot, loading: OpenSession): OpenSession {
  if (before === 0) return loading;
  const from = events.findIndex(({ event }) => event.type === 'turn.start');
  const { id, title, model } = summary;
  const shown = { ...loading, view: { ...fold(emptyView(), events.slice(Math.max(0, from))), id, title, model } };
  replace(core, loading, ({ early }) => ({ ...shown, early }));
  return shown;
}

/** What a snapshot begins with comes in pages, so that none of them holds up the window. */
async function allEvents(core: Core, { summary, events, before = 0 }: SessionSnapshot): Promise<Result<readonly Stamped[], Problem>> {
  const pages = [events];
  for (let at = before; at > 0; ) {
    const page = await core.client.request('sessions.earlier', { session: summary.id, before: at });
    if (!page.ok) return page;
    pages.push(page.value.events);
    at = page.value.before;
  }
  return ok(pages.reverse().flat());
}

/** Puts a session where it was loading. One that was closed or opened anew meanwhile is left alone: its view is another one. */
function replace(core: Core, loading: OpenSession, by: (loaded: OpenSession) => OpenSession): void {
  core.update(({ open }) => {
    const loaded = open[loading.id];
    return loaded?.view === loading.view ? { open: { ...open, [loading.id]: by(loaded) } } : {};
  });
}
