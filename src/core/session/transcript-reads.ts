import type { ToolItem } from '../../shared/fold-types.ts';
import { type Generation, GenerationReader } from '../../shared/generations.ts';
import type { FoundItem, ItemPage, TurnEdit } from '../../shared/item-page.ts';
import { itemText } from '../../shared/item-text.ts';
import { Slices } from '../lib/slices.ts';
import type { Transcript } from './transcript.ts';

/** Questions about a whole transcript, answered by reading it page by page; none of it stays in memory but the answer. */
export interface TranscriptReads {
  /** Items that hold the words, in order; case does not matter. Undefined once another search of the same session began. */
  find(query: string): Promise<readonly FoundItem[] | undefined>;
  /** The position of the newest item of that id. */
  locate(item: string): Promise<number | undefined>;
  /** Calls that changed files. */
  edits(): Promise<readonly TurnEdit[]>;
  /** The generations of the conversation; of those that are neither `wanted` nor the last, the entries are left out. */
  generations(wanted: number | null): Promise<readonly Generation[]>;
}

/** A transcript and the way to its pages. */
export interface Source {
  readonly transcript: Transcript;
  page(position: number): Promise<ItemPage>;
}

export function createTranscriptReads(kept: Source): TranscriptReads {
  let search = 0;
  return {
    find: async (query) => {
      search += 1;
      const mine = search;
      const needle = query.trim().toLowerCase();
      const found: FoundItem[] = [];
      for await (const { first, items } of pagesOf(kept)) {
        if (mine !== search) return undefined;
        items.forEach((item, index) => {
          if (itemText(item).toLowerCase().includes(needle)) found.push({ item: item.id, at: first + index });
        });
      }
      return found;
    },
    locate: async (item) => {
      for (let end = kept.transcript.items; end > 0; ) {
        const { first, items } = await kept.page(end - 1);
        const index = items.findLastIndex(({ id }) => id === item);
        if (index !== -1) return first + index;
        end = first;
      }
      return undefined;
    },
    edits: async () => {
      const edits: TurnEdit[] = [];
      for await (const { first, items } of pagesOf(kept, true)) {
        items.forEach((item, index) => {
          if (item.kind === 'tool' && item.detail?.kind === 'mutate') edits.push(editOf(kept, item, first + index));
        });
      }
      return edits;
    },
    generations: async (wanted) => {
      const reader = new GenerationReader((number) => number === wanted);
      for await (const { items } of pagesOf(kept)) for (const item of items) reader.read(item);
      return reader.generations();
    },
  };
}

function editOf({ transcript: { starts } }: Source, item: ToolItem, at: number): TurnEdit {
  const turn = starts.upTo(at)?.turn;
  return { item, at, ...(turn === undefined ? {} : { turn }) };
}

/** From the first to the last; `edited` passes over those in which no call changed a file. */
async function* pagesOf(kept: Source, edited = false): AsyncGenerator<ItemPage> {
  const slices = new Slices();
  for (let at = 0; at < kept.transcript.items; ) {
    const page = kept.transcript.pageAt(at);
    if (!page || page.count === 0) return;
    at = page.first + page.count;
    if (!edited || page.edited) yield await kept.page(page.first);
    if (slices.over) await slices.pause();
  }
}
