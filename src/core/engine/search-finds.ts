import type { SearchAnswer, SearchHit } from '../../shared/search.ts';
import type { StoredLog } from '../store/session-log.ts';
import type { Place } from './search-line.ts';

const MOST_HITS = 100;
const PER_SESSION = 3;
/** So many are found of a session before the best of them are shown. */
const COLLECTED = 12;

const ROLES: readonly Place['role'][] = ['title', 'user', 'assistant', 'tool'];

/** What a search found so far: of each session the best places. */
export class Finds {
  readonly #titles = new Map<StoredLog, Place>();
  readonly #places = new Map<StoredLog, Place[]>();
  #shown = 0;

  title(log: StoredLog, place: Place): void {
    this.#titles.set(log, place);
  }

  /** An item that is there already counts once, with its best place. */
  add(log: StoredLog, place: Place): void {
    const places = this.#places.get(log) ?? [];
    const same = places.findIndex(({ item }) => item === place.item);
    if (same === -1) {
      if (places.length < PER_SESSION) this.#shown += 1;
      this.#places.set(log, [...places, place]);
    } else if (place.rank > (places[same]?.rank ?? 0)) this.#places.set(log, places.with(same, place));
  }

  /** Whether more of the session would not be looked at. */
  enough(log: StoredLog): boolean {
    return (this.#places.get(log)?.length ?? 0) >= COLLECTED;
  }

  get full(): boolean {
    return this.#shown > MOST_HITS;
  }

  /** Titles first, then sessions by the best place in them, of equal ones as in `logs`. */
  answer(logs: readonly StoredLog[]): SearchAnswer {
    const order = new Map(logs.map((log, index) => [log, index]));
    const byWorth = (a: Found, b: Found): number => b.rank - a.rank || (order.get(a.log) ?? 0) - (order.get(b.log) ?? 0);
    const titles = [...this.#titles].map(([log, place]): Found => ({ log, rank: place.rank, places: [place] }));
    const texts = [...this.#places].map(([log, places]): Found => {
      const chosen = places.toSorted((a, b) => b.rank - a.rank || ROLES.indexOf(a.role) - ROLES.indexOf(b.role)).slice(0, PER_SESSION);
      return { log, rank: chosen[0]?.rank ?? 0, places: chosen };
    });
    const found = [...titles.sort(byWorth), ...texts.sort(byWorth)];
    const hits = found.flatMap(({ log, places }) => places.map((place) => hitOf(log, place)));
    return { hits: hits.slice(0, MOST_HITS), more: hits.length > MOST_HITS };
  }
}

interface Found {
  readonly log: StoredLog;
  readonly rank: number;
  readonly places: readonly Place[];
}

function hitOf({ summary, project }: StoredLog, { rank: _, ...place }: Place): SearchHit {
  const { id: session, title, updatedAt } = summary;
  return { session, project, title, updatedAt, ...place };
}
