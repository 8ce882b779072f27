import type { SessionView, TranscriptItem } from './fold-types.ts';

/** A view under construction: it and `items` are this batch's own copies, and what is not `readonly` here may be written. */
export interface Draft extends Omit<SessionView, 'items' | Written> {
  readonly items: TranscriptItem[];
  updatedAt: SessionView['updatedAt'];
  spent: SessionView['spent'];
  turnSpent: SessionView['turnSpent'];
  running: SessionView['running'];
}

/** What every event may change. */
type Written = 'updatedAt' | 'spent' | 'turnSpent' | 'running';

/** Where the next item will stand, in the whole transcript. */
export function nextPosition({ first, items }: Draft): number {
  return first + items.length;
}

export function push(draft: Draft, item: TranscriptItem): Draft {
  draft.items.push(item);
  return draft;
}

/** Looks from the end, where what changes is; so of two items with one id the newer is meant. */
export function replace(draft: Draft, id: string, change: (item: TranscriptItem) => TranscriptItem): Draft {
  for (let index = draft.items.length - 1; index >= 0; index -= 1) {
    const item = draft.items[index];
    if (item?.id !== id) continue;
    draft.items[index] = change(item);
    break;
  }
  return draft;
}
