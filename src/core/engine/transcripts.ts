import type { Stamped } from '../../shared/events.ts';
import type { Generation } from '../../shared/generations.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { FoundItem, ItemPage, TurnEdit } from '../../shared/item-page.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Session } from '../session/session.ts';
import { unreadable } from '../store/fs-problem.ts';
import type { LiveSessions } from './live-sessions.ts';

type Answer<T> = Promise<Result<T, Problem>>;

/** What a session holds beyond what it is opened with. Opens the session when it is not; each answer is read from its log. */
export interface Transcripts {
  /** The page that holds the item at that position; beyond the end the last one. */
  items(id: SessionId, at: number): Answer<ItemPage>;
  /** Everything that is kept, in order. */
  events(id: SessionId): Answer<readonly Stamped[]>;
  /** Items that hold the words, in order. Refused as `cancelled` once another search of the session began. */
  find(id: SessionId, query: string): Answer<readonly FoundItem[]>;
  /** The position of an item, null when there is none of that id. */
  locate(id: SessionId, item: string): Answer<number | null>;
  /** Calls that changed files. */
  edits(id: SessionId): Answer<readonly TurnEdit[]>;
  /** Of generations that are neither `wanted` nor the last, the entries are left out. */
  generations(id: SessionId, wanted: number | null): Answer<readonly Generation[]>;
}

/** See `Transcripts`. */
export function createTranscripts(live: Pick<LiveSessions, 'session'>): Transcripts {
  async function read<T>(id: SessionId, from: (kept: Session['kept']) => Promise<T>): Answer<T> {
    const opened = await live.session(id);
    if (!opened.ok) return opened;
    try {
      return ok(await from(opened.value.kept));
    } catch (failure) {
      return err(unreadable(failure, 'its place'));
    }
  }
  return {
    items: (id, at) => read(id, (kept) => kept.page(at)),
    events: (id) => read(id, (kept) => kept.events()),
    find: async (id, query) => {
      const found = await read(id, (kept) => kept.reads.find(query));
      if (!found.ok) return found;
      return found.value ? ok(found.value) : err(SUPERSEDED);
    },
    locate: (id, item) => read(id, async (kept) => (await kept.reads.locate(item)) ?? null),
    edits: (id) => read(id, (kept) => kept.reads.edits()),
    generations: (id, wanted) => read(id, (kept) => kept.reads.generations(wanted)),
  };
}

const SUPERSEDED: Problem = { code: 'cancelled', message: 'Another search took the place of this one.', hint: 'Nothing is to be done.' };
