import type { SessionEvent, Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import { trimmed } from '../../shared/fold-trim.ts';
import type { SessionView, TranscriptItem, TurnStart } from '../../shared/fold-types.ts';
import { changesOnlyEarlier } from '../../shared/late-events.ts';
import { sizeOf } from '../../shared/size-of.ts';
import { PackedList } from '../lib/packed-list.ts';
import { type ClosedPage, ClosedPages, type Page, type PageSize } from './closed-pages.ts';

/** A page is closed, where it can be, once it has as many items or characters. */
const PAGE: PageSize = { items: 100, chars: 64 * 1024, pack: 32 };
/** Twice that at the latest. */
const LATEST = 2;
/** Closed pages whose events are still held, since whoever opens the session is shown them. */
const HELD_PAGES = 2;
/** Starts of turns take less than pages, so more of them are packed together. */
const STARTS = 4;

/** What a rewind hid, and where it stood. */
interface Hidden {
  readonly event: number;
  readonly at: number;
  readonly pages: readonly ClosedPage[];
}

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;

/**
 * Where in the log the items of a transcript are: of each page a few numbers, so that a session of any length takes little memory, and any part of it can be read again.
 *
 * Contract: `add` is given every kept event once, in order. The pages give the items that folding all events gives.
 */
export class Transcript {
  readonly #page: PageSize;
  readonly #starts: PackedList<TurnStart>;
  readonly #late: number[] = [];
  readonly #pages: ClosedPages;
  #hidden: Hidden[] = [];
  /** The page that is not closed yet, and the session after everything; its items are those of that page. */
  #base = emptyView();
  #view = emptyView();
  #from = 0;
  #size = 0;
  #count = 0;
  /** Events of the newest pages, from the number `#heldFrom` on. */
  #held: Stamped[] = [];
  #heldFrom = 0;
  #heldBase = emptyView();
  /** The number after the newest rewind or redo. */
  #moved = 0;

  constructor(events: readonly Stamped[] = [], page = PAGE) {
    this.#page = page;
    this.#starts = new PackedList(STARTS * page.pack, ({ item }) => item);
    this.#pages = new ClosedPages(page.pack);
    for (const stamped of events) this.add(stamped);
  }

  /** The session after everything so far. Of its items only the newest are here: those of the page that is not full yet. */
  get view(): SessionView {
    return this.#view;
  }

  /** Events so far. */
  get events(): number {
    return this.#count;
  }

  /** Items of the whole transcript. */
  get items(): number {
    return this.#view.first + this.#view.items.length;
  }

  get starts(): Pick<PackedList<TurnStart>, 'length' | 'at' | 'upTo' | 'findLastIndex'> {
    return this.#starts;
  }

  /** Whether a call changed files, among those before the ones of `end`. */
  get edited(): boolean {
    return this.#pages.edited;
  }

  /** The newest events, and the session that they go on from. */
  get end(): { readonly base: SessionView; readonly events: readonly Stamped[] } {
    return { base: this.#heldBase, events: this.#held };
  }

  add(stamped: Stamped): void {
    const { event } = stamped;
    if (event.type === 'session.rewind' && event.chat) this.#rewind(stamped, event);
    else if (event.type === 'session.redo') this.#redo(stamped);
    else this.#fold(stamped);
  }

  /** The page that the item at that position stands in; undefined when there is none. */
  pageAt(position: number): Page | undefined {
    const page = this.#pages.at(position) ?? this.#open();
    if (position < page.first || position >= page.first + page.count) return undefined;
    const { deaf, ...where } = page;
    const heard = (event: number): boolean => event >= page.to && !deaf.some(([from, to]) => event > from && event < to);
    return { ...where, late: this.#late.filter(heard), starts: this.#starts.between(page.first, page.first + page.count) };
  }

  #open(): ClosedPage {
    const { first, items } = this.#view;
    return {
      first,
      count: items.length,
      skip: 0,
      from: this.#from,
      to: this.#count,
      base: this.#base,
      edited: items.some(changedFiles),
      deaf: [],
    };
  }

  #fold(stamped: Stamped): void {
    const { event } = stamped;
    if (this.#isFull(event)) this.#close();
    const before = this.#view;
    this.#view = fold(before, [stamped]);
    this.#size += sizeOf(event);
    if (event.type === 'session.rewind') this.#hidden.push({ event: this.#count, at: this.items, pages: [] });
    if (event.type === 'turn.start') {
      this.#hidden = [];
      this.#starts.push(...this.#view.starts.slice(before.starts.length));
    }
    if (this.#pages.length > 0 && changesOnlyEarlier(event, before.items, this.#view.items)) this.#late.push(this.#count);
    this.#held.push(stamped);
    this.#count += 1;
  }

  /** Where a page ends, so that what belongs together stands in one: before a turn, else before an answer with words. */
  #isFull(event: SessionEvent): boolean {
    const { length } = this.#view.items;
    if (length === 0) return false;
    const enough = (times: number): boolean => length >= times * this.#page.items || this.#size >= times * this.#page.chars;
    return enough(LATEST) || (enough(1) && beginsPart(event));
  }

  #close(): void {
    this.#pages.push(this.#open());
    this.#goOn();
    const oldest = this.#pages.newest(HELD_PAGES);
    if (oldest !== undefined && oldest.from > this.#heldFrom && oldest.from >= this.#moved) this.#holdFrom(oldest.from, oldest.base);
  }

  /** What comes makes a new page. */
  #goOn(): void {
    this.#base = withoutItems(this.#view);
    this.#view = this.#base;
    this.#from = this.#count;
    this.#size = 0;
  }

  #holdFrom(event: number, base: SessionView): void {
    this.#held = this.#held.slice(event - this.#heldFrom);
    this.#heldFrom = event;
    this.#heldBase = base;
  }

  #rewind(stamped: Stamped, event: EventOf<'session.rewind'>): void {
    this.#closeHere();
    const index = this.#starts.findLastIndex(({ turn }) => turn === event.turn);
    const at = this.#starts.at(index)?.item ?? this.items;
    const starts = index === -1 ? [] : this.#starts.cut(index);
    this.#hidden.push({ event: this.#count, at, pages: this.#pages.cut(at) });
    this.#view = fold({ ...this.#view, items: [], first: at, starts }, [stamped]);
    this.#goOnAfter(stamped);
  }

  #redo(stamped: Stamped): void {
    this.#closeHere();
    const { event, at, pages } = this.#hidden.pop() ?? { event: 0, at: 0, pages: [] };
    const count = pages.reduce((sum, page) => sum + page.count, 0);
    const shown = pages.map((page) => ({ ...page, deaf: [...page.deaf, [event, this.#count] as const] }));
    const after = this.#pages.cut(at).map((page) => ({ ...page, first: page.first + count }));
    this.#pages.push(...shown, ...after);
    this.#starts.push(...(this.#view.rewinds.at(-1)?.starts ?? []));
    this.#view = fold({ ...this.#view, items: [], first: this.items + count }, [stamped]);
    this.#goOnAfter(stamped);
  }

  #closeHere(): void {
    const page = this.#open();
    if (page.count > 0) this.#pages.push(page);
  }

  /** The same, where the event itself is in no page. Whoever does not have everything cannot follow it, so nothing before it is held then. */
  #goOnAfter(stamped: Stamped): void {
    this.#count += 1;
    this.#goOn();
    this.#moved = this.#count;
    if (this.#heldFrom === 0) this.#held.push(stamped);
    else this.#holdFrom(this.#count, this.#base);
  }
}

/** One that has not ended yet may still. */
function changedFiles(item: TranscriptItem): boolean {
  if (item.kind !== 'tool') return false;
  return item.detail ? item.detail.kind === 'mutate' : item.state !== 'done' && item.state !== 'failed';
}

function beginsPart(event: SessionEvent): boolean {
  if (event.type === 'turn.start') return true;
  return event.type === 'message.end' && event.message.role === 'assistant' && event.message.blocks.some(({ type }) => type === 'text');
}

function withoutItems(view: SessionView): SessionView {
  return { ...trimmed(view, view.items.length), starts: [] };
}
