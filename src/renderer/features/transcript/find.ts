import type { TranscriptItem } from '../../../shared/fold-types.ts';
import { itemText } from '../../../shared/item-text.ts';
import { pause, SLICE } from '../../store/slices.ts';
import { modeWords } from './mode-words.ts';
import { skillWords } from './skill-words.ts';

export interface Finder {
  /** Ids of the items that hold the words, in order. Undefined when `signal` ended the search; what it saw is not searched again. */
  find(items: readonly TranscriptItem[], signal: AbortSignal): Promise<readonly string[] | undefined>;
}

/** Searches for one query, in slices between which the window answers. Case does not matter. An item that did not change is searched once. */
export function createFinder(query: string): Finder {
  const needle = query.trim().toLowerCase();
  const known = new WeakMap<TranscriptItem, boolean>();
  function holds(item: TranscriptItem): boolean {
    const found = known.get(item) ?? searchText(item).toLowerCase().includes(needle);
    known.set(item, found);
    return found;
  }
  async function find(items: readonly TranscriptItem[], signal: AbortSignal): Promise<readonly string[] | undefined> {
    if (needle === '') return [];
    const found: string[] = [];
    for (let start = 0; start < items.length; start += SLICE) {
      if (start > 0) await pause();
      if (signal.aborted) return undefined;
      found.push(
        ...items
          .slice(start, start + SLICE)
          .filter(holds)
          .map((item) => item.id),
      );
    }
    return found;
  }
  return { find };
}

function searchText(item: TranscriptItem): string {
  switch (item.kind) {
    case 'mode':
      return modeWords(item);
    case 'skill':
      return skillWords(item);
    default:
      return itemText(item);
  }
}
