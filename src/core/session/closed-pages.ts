import type { SessionView, TurnStart } from '../../shared/fold-types.ts';
import { PackedList } from '../lib/packed-list.ts';

export interface PageSize {
  readonly items: number;
  readonly chars: number;
  /** So many are packed together. */
  readonly pack: number;
}

/** A stretch of the transcript, and what of the log it is made of. */
export interface Page {
  /** Position of its first item in the transcript. */
  readonly first: number;
  readonly count: number;
  /** Events with numbers from `from` up to, without, `to`, folded onto `base`, give the items, after the first `skip`; those in `late` changed some of them afterwards. */
  readonly skip: number;
  readonly from: number;
  readonly to: number;
  readonly base: SessionView;
  readonly late: readonly number[];
  /** Whether a call in it changed files. */
  readonly edited: boolean;
  /** Turns that begin in it. */
  readonly starts: readonly TurnStart[];
}

export interface ClosedPage extends Omit<Page, 'late' | 'starts'> {
  /** Between these events it was hidden, and nothing changed it. */
  readonly deaf: readonly (readonly [number, number])[];
}

/** The pages that nothing is added to any more, one after another from the first item on; none is empty. */
export class ClosedPages {
  readonly #pages: PackedList<ClosedPage>;
  #edited = 0;

  constructor(pack: number) {
    this.#pages = new PackedList(pack, ({ first }) => first);
  }

  get length(): number {
    return this.#pages.length;
  }

  /** Whether a call in one of them changed files. */
  get edited(): boolean {
    return this.#edited > 0;
  }

  push(...pages: readonly ClosedPage[]): void {
    this.#pages.push(...pages);
    this.#edited += editedOf(pages);
  }

  /** The one that the item at that position stands in. */
  at(position: number): ClosedPage | undefined {
    const page = this.#pages.upTo(position);
    return page && position < page.first + page.count ? page : undefined;
  }

  /** The last, the one before it, and so on. */
  newest(count: number): ClosedPage | undefined {
    return this.#pages.at(this.length - count);
  }

  /** Takes away what stands from that position on; a page that begins before it stays up to there. */
  cut(position: number): readonly ClosedPage[] {
    const parts = this.#pages.cut(Math.max(0, this.#pages.below(position) - 1));
    this.#edited -= editedOf(parts);
    const pages = parts.flatMap((page) => split(page, position));
    this.push(...pages.filter(({ first }) => first < position));
    return pages.filter(({ first }) => first >= position);
  }
}

function editedOf(pages: readonly ClosedPage[]): number {
  return pages.filter(({ edited }) => edited).length;
}

/** The page as what is before a position, and the rest. */
function split(page: ClosedPage, at: number): readonly ClosedPage[] {
  const before = at - page.first;
  if (before <= 0 || before >= page.count) return [page];
  return [
    { ...page, count: before },
    { ...page, first: at, skip: page.skip + before, count: page.count - before },
  ];
}
