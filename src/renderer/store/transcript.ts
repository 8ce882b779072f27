import type { SessionId } from '../../shared/ids.ts';
import type { FoundItem, ItemPage, TurnEdit } from '../../shared/item-page.ts';
import type { Core } from './core.ts';
import type { OpenSession } from './state.ts';
import { between, type HeldPage, stretchOf, withoutFarthest } from './stretch.ts';

/** Moving about in a transcript of which the window holds a stretch. */
export function transcriptCommands(core: Core) {
  return {
    loadEarlier: () => load(core, 'earlier'),
    loadLater: () => load(core, 'later'),
    showStart: () => jumpTo(core, 0),
    showEnd: () => jumpToEnd(core),
    showItem: (item: string) => showItem(core, item),
    showFound: (at: number) => jumpTo(core, at),
    findEarlier: (query: string) => findEarlier(core, query),
    readEdits: (session: SessionId) => readEdits(core, session),
    readGenerations: (session: SessionId, wanted: number | null) => core.ask('sessions.generations', { session, wanted }),
    setReading: (reading: boolean) => setReading(core, reading),
  };
}

const loading = new WeakMap<Core, Map<SessionId, Promise<unknown>>>();

function underWay(core: Core): Map<SessionId, Promise<unknown>> {
  const known = loading.get(core) ?? new Map<SessionId, Promise<unknown>>();
  loading.set(core, known);
  return known;
}

/** One request of a session at a time: what it brings says what is wanted next. Resolves with nothing where another is under way. */
async function alone<T>(core: Core, id: SessionId, act: () => Promise<T>): Promise<T | undefined> {
  const busy = underWay(core);
  if (busy.has(id)) return;
  const work = act();
  busy.set(id, work);
  return work.finally(() => busy.delete(id));
}

/** The same for what somebody asked for: it waits for what is under way. */
async function afterwards(core: Core, id: SessionId, act: () => Promise<void>): Promise<void> {
  for (let before = underWay(core).get(id); before !== undefined; before = underWay(core).get(id)) await before.catch(() => {});
  await alone(core, id, act);
}

/** Resolves with whether a page came: not where the session shows something else meanwhile. Nothing is asked where there is no more, or a request is under way: then with nothing. */
async function load(core: Core, side: 'earlier' | 'later'): Promise<boolean | undefined> {
  const session = onScreen(core);
  if (session === undefined) return;
  const { first, items, atEnd } = stretchOf(session);
  const at = side === 'earlier' ? first - 1 : first + items.length;
  if (at < 0 || (side === 'later' && atEnd)) return;
  return alone(core, session.id, async () => {
    const asked = letGo(core, session, side);
    const page = await core.ask('sessions.items', { session: session.id, at });
    if (page === undefined) return;
    return change(core, asked, (now) => {
      const pages = side === 'earlier' ? [between(page, 0, first), ...now.pages] : [...now.pages, clip(page, at, now)];
      return { pages };
    });
  });
}

/** The session without the pages that are too many. */
function letGo(core: Core, session: OpenSession, going: 'earlier' | 'later'): OpenSession {
  const pages = withoutFarthest(session.pages, going);
  if (pages.length === session.pages.length) return session;
  change(core, session, () => ({ pages }));
  return onScreen(core) ?? session;
}

function clip(page: ItemPage, from: number, { view }: OpenSession): HeldPage {
  return between(page, from, view.first);
}

/** Another stretch takes the place of the one that is shown, around that position. */
async function jumpTo(core: Core, at: number): Promise<void> {
  const session = onScreen(core);
  if (session === undefined || holds(session, at)) return;
  if (at >= session.view.first) return jumpToEnd(core);
  await afterwards(core, session.id, async () => {
    const asked = onScreen(core);
    if (asked?.id !== session.id || holds(asked, at)) return;
    const page = await core.ask('sessions.items', { session: session.id, at });
    if (page === undefined) return;
    const before = page.first === 0 ? undefined : await core.ask('sessions.items', { session: session.id, at: page.first - 1 });
    const now = onScreen(core);
    if (now?.id !== asked.id || now.jump !== asked.jump) return;
    change(core, now, () => {
      const pages = [before, page].flatMap((part) => (part === undefined ? [] : [between(part, 0, now.view.first)]));
      return { pages, jump: now.jump + 1, reading: true };
    });
  });
}

function holds(session: OpenSession, at: number): boolean {
  const { first, items } = stretchOf(session);
  return at >= first && at < first + items.length;
}

function jumpToEnd(core: Core): void {
  const session = onScreen(core);
  if (session === undefined || session.pages.length === 0) return;
  const apart = !stretchOf(session).atEnd;
  change(core, session, (now) => ({ pages: [], reading: false, jump: apart ? now.jump + 1 : now.jump }));
}

/** Looks for the item where it is not held. */
async function showItem(core: Core, item: string): Promise<void> {
  const session = onScreen(core);
  if (session === undefined || session.view.first === 0 || stretchOf(session).items.some(({ id }) => id === item)) return;
  const at = await core.ask('sessions.locate', { session: session.id, item });
  if (at !== undefined && at !== null) await jumpTo(core, at);
}

/** In everything that is kept of the session on screen. None while another search takes the place of this one. */
async function findEarlier(core: Core, query: string): Promise<readonly FoundItem[]> {
  const session = onScreen(core);
  if (session === undefined) return [];
  const answer = await core.client.request('sessions.find', { session: session.id, query });
  if (!answer.ok && answer.error.code !== 'cancelled') core.report(answer.error);
  return answer.ok ? answer.value : [];
}

async function readEdits(core: Core, session: SessionId): Promise<readonly TurnEdit[]> {
  return (await core.ask('sessions.edits', { session })) ?? [];
}

/** At the end of the session the earlier pages are let go. */
function setReading(core: Core, reading: boolean): void {
  const session = onScreen(core);
  if (session === undefined || session.reading === reading) return;
  change(core, session, () => (reading ? { reading } : { reading, pages: [] }));
}

function onScreen(core: Core): OpenSession | undefined {
  const { current, open } = core.get();
  return current === null ? undefined : open[current];
}

/** A session that was opened anew, or shows another stretch meanwhile, is left alone. Returns whether it was changed. */
function change(core: Core, asked: OpenSession, by: (now: OpenSession) => Partial<OpenSession>): boolean {
  const now = core.get().open[asked.id];
  if (now === undefined || now.jump !== asked.jump || now.pages !== asked.pages || now.state === 'failed') return false;
  core.update(({ open }) => ({ open: { ...open, [asked.id]: { ...now, ...by(now) } } }));
  return true;
}
