import { Slices } from '../lib/slices.ts';
import { linesOf } from '../store/log-lines.ts';
import { hasMovedTexts, movedTexts } from '../store/searched-texts.ts';
import type { IndexedLog, Stretch } from '../store/text-index.ts';
import { type Place, placeInTexts } from './search-line.ts';
import type { SearchQuery } from './search-query.ts';

interface MovedSearch extends IndexedLog {
  readonly signal: AbortSignal;
  /** False ends the search. */
  readonly take: (place: Place) => boolean;
}

/** Looks into the texts in blobs that lines of these stretches name. A log that cannot be read holds nothing. */
export async function searchMoved(log: MovedSearch, stretches: readonly Stretch[], query: SearchQuery): Promise<void> {
  const slices = new Slices();
  for (const stretch of stretches) {
    if (!(await searchStretch(log, stretch, { query, slices }).catch(() => true))) return;
  }
}

interface Looking {
  readonly query: SearchQuery;
  readonly slices: Slices;
}

async function searchStretch(
  { path, blobs, signal, take }: MovedSearch,
  { from, to }: Stretch,
  { query, slices }: Looking,
): Promise<boolean> {
  for await (const line of linesOf(path, from, to)) {
    if (signal.aborted) return false;
    if (slices.over) await slices.pause();
    if (!hasMovedTexts(line)) continue;
    const place = placeInTexts((await movedTexts(line.toString(), blobs)).texts, query);
    if (place && !take(place)) return false;
  }
  return true;
}
