import { emptyView, viewOf } from '../../shared/fold.ts';
import type { SessionId } from '../../shared/ids.ts';
import { type Mode, modeSchema, type SessionSummary } from '../../shared/session.ts';
import type { SessionSnapshot } from '../../shared/session-snapshot.ts';
import { advance, newestFirst } from './advance.ts';
import type { Core } from './core.ts';
import { loadDraft } from './drafts.ts';
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
  if (known !== undefined && known.state !== 'failed') {
    const held = known.state === 'ready' && isHeld(core.get(), id);
    core.update(({ open }) => ({ open: { ...open, [id]: { ...known, pages: [], reading: false, ...(held ? STALE : {}) } } }));
    await takeAnew(core);
    return;
  }
  const loading = load(core, id);
  const [answer] = await Promise.all([core.client.request('sessions.open', { session: id }), loadDraft(core, id)]);
  if (answer.ok) follow(core, answer.value, loading);
  else replace(core, loading, () => ({ ...loading, state: 'failed', problem: answer.error }));
}

const STALE = { state: 'stale' } as const;

/** Another process writes it, so that nothing of that comes here. */
function isHeld({ sessions }: State, id: SessionId): boolean {
  return sessions.some((session) => session.id === id && session.readOnly);
}

/** Those that another process held until now are to be taken anew: from here on they can be written. */
export function freed(state: State, listed: readonly SessionSummary[]): Pick<State, 'open'> {
  const open = { ...state.open };
  for (const { id, readOnly } of listed) {
    const session = open[id];
    if (!readOnly && session?.state === 'ready' && isHeld(state, id)) open[id] = { ...session, ...STALE };
  }
  return { open };
}

/** Puts a session that the host just made on the screen, with the draft it may have. */
export async function followSession(core: Core, snapshot: SessionSnapshot): Promise<void> {
  const { id } = snapshot.summary;
  const loading = load(core, id);
  core.update(() => ({ ...UNREAD, current: id, focus: { target: 'composer' } }));
  follow(core, snapshot, loading);
  await loadDraft(core, id);
}

/** Creates the session that a first prompt needs and puts it on the screen. */
export async function createSession(core: Core): Promise<SessionId | undefined> {
  const { nextModel, nextMode } = core.get();
  const start = { ...(nextModel === null ? {} : { model: nextModel }), ...(nextMode === null ? {} : { mode: nextMode }) };
  const snapshot = await core.ask('sessions.create', start);
  if (snapshot === undefined) return undefined;
  const { id } = snapshot.summary;
  follow(core, snapshot, load(core, id));
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

/** Plan to build and back. */
export async function toggleMode(core: Core): Promise<void> {
  await setMode(core, otherMode(core));
}

/** By its name, or the other one. True when it was taken. */
export async function typedMode(core: Core, name: string): Promise<boolean> {
  const mode = modeSchema.safeParse(name === '' ? otherMode(core) : name);
  if (mode.success) return setMode(core, mode.data);
  core.report({
    code: 'bad_request',
    message: `There is no mode "${name}".`,
    hint: 'Type /mode plan or /mode build.',
    safe: 'The mode is as it was.',
  });
  return false;
}

function otherMode(core: Core): Mode {
  return activeMode(core.get()) === 'plan' ? 'build' : 'plan';
}

/** It holds at once, also for what a running turn does next. */
async function setMode(core: Core, mode: Mode): Promise<boolean> {
  const session = core.get().current;
  if (session !== null) return (await core.ask('session.command', { command: { type: 'session.mode', session, mode } })) !== undefined;
  core.update(() => ({ nextMode: mode }));
  return true;
}

/** From here on events of the session are kept, until it is there to take them. */
function load(core: Core, id: SessionId): OpenSession {
  const loading: OpenSession = { ...UNOPENED, id, state: 'loading', view: emptyView(), seq: 0, early: [] };
  core.update((state) => ({ open: { ...state.open, [id]: loading } }));
  return loading;
}

const UNOPENED = { pages: [], reading: false, jump: 0, edited: false } as const;

function follow(core: Core, snapshot: SessionSnapshot, loading: OpenSession): void {
  const { summary, seq, edited = false } = snapshot;
  const { id } = summary;
  const view = viewOf(snapshot);
  replace(core, loading, ({ early, jump }) => advance({ ...UNOPENED, id, state: 'ready', view, seq, early: [], edited, jump }, early));
  if (summary.parent === undefined)
    core.update(({ sessions }) => ({ sessions: newestFirst([...sessions.filter((session) => session.id !== id), summary]) }));
  void takeAnew(core);
}

/** Takes the sessions anew that stopped following what came. What they show stays until then. */
export async function takeAnew(core: Core): Promise<void> {
  const stale = Object.values(core.get().open).filter(({ state }) => state === 'stale');
  await Promise.all(
    stale.map(async (session) => {
      const loading: OpenSession = { ...session, state: 'loading', early: [], jump: session.jump + 1 };
      core.update(({ open }) => ({ open: { ...open, [session.id]: loading } }));
      const answer = await core.client.request('sessions.open', { session: session.id });
      if (answer.ok) follow(core, answer.value, loading);
      else replace(core, loading, () => ({ ...loading, state: 'failed', problem: answer.error }));
    }),
  );
}

/** Puts a session where it was loading. One that was closed or opened anew meanwhile is left alone: its view is another one. */
function replace(core: Core, loading: OpenSession, by: (loaded: OpenSession) => OpenSession): void {
  core.update(({ open }) => {
    const loaded = open[loading.id];
    return loaded?.view === loading.view ? { open: { ...open, [loading.id]: by(loaded) } } : {};
  });
}
