import type { Envelope } from '../../shared/events.ts';
import { isLive } from '../../shared/events.ts';
import { fold } from '../../shared/fold.ts';
import { trimmed } from '../../shared/fold-trim.ts';
import type { SessionView, TranscriptItem, TurnStart } from '../../shared/fold-types.ts';
import type { ItemPage } from '../../shared/item-page.ts';
import { mayChangeItems } from '../../shared/late-events.ts';
import { sizeOf } from '../../shared/size-of.ts';

/** Items of a transcript that stand before those of the view. */
export interface HeldPage extends Omit<ItemPage, 'total'> {
  /** Characters, about. */
  readonly size: number;
}

/** What the transcript shows: one stretch of it without gaps. */
export interface Stretch {
  readonly first: number;
  readonly items: readonly TranscriptItem[];
  readonly starts: readonly TurnStart[];
  /** Where in `items` each part begins that was read by itself. They stay where they are when more comes on either side. */
  readonly parts: readonly number[];
  /** Whether it goes on to the end of the session, where what is new comes. */
  readonly atEnd: boolean;
}

interface Held {
  readonly view: SessionView;
  readonly pages: readonly HeldPage[];
}

/** What a window holds of a session at most, in characters and items: the newest part, and the stretch where the reader is. */
export const MOST_NEW = { chars: 512 * 1024, items: 400 };
export const MOST_READ = { chars: 1024 * 1024, items: 1_200 };
/** So many of the newest items stay whatever their size. */
const LEAST = 40;

const sizes = new WeakMap<TranscriptItem, number>();

function itemSize(item: TranscriptItem): number {
  const size = sizes.get(item) ?? sizeOf(item);
  sizes.set(item, size);
  return size;
}

function heldPage(first: number, items: readonly TranscriptItem[], starts: readonly TurnStart[]): HeldPage {
  return { first, items, starts, size: items.reduce((sum, item) => sum + itemSize(item), 0) };
}

const shown = new WeakMap<readonly HeldPage[], Stretch & { readonly of: SessionView }>();

/** The same object for the same pages and view. */
export function stretchOf({ view, pages }: Held): Stretch {
  const known = shown.get(pages);
  if (known?.of === view) return known;
  const stretch = { ...joined(view, pages), of: view };
  shown.set(pages, stretch);
  return stretch;
}

function joined({ first, items, starts }: SessionView, pages: readonly HeldPage[]): Stretch {
  const [top] = pages;
  if (top === undefined) return { first, items, starts, parts: [0], atEnd: true };
  const [above, begun] = [pages.flatMap((page) => page.items), pages.flatMap((page) => page.starts)];
  const atEnd = top.first + above.length >= first;
  const parts = pages.map((page) => page.first - top.first);
  return atEnd
    ? { first: top.first, items: [...above, ...items], starts: [...begun, ...starts], parts: [...parts, above.length], atEnd }
    : { first: top.first, items: above, starts: begun, parts, atEnd };
}

/** The part of a page that lies between two positions. */
export function between({ first, items, starts }: ItemPage, from: number, to: number): HeldPage {
  const [begin, end] = [Math.max(from, first), Math.min(to, first + items.length)];
  return heldPage(
    begin,
    items.slice(begin - first, Math.max(begin, end) - first),
    starts.filter(({ item }) => item >= begin && item < end),
  );
}

/**
 * Without the pages that are too many, on the side where the reader is not going. It is a change of its own, seen before a page comes on the other side: a list that grows
 * above and gets shorter below at once cannot keep the reader where they are.
 */
export function withoutFarthest(pages: readonly HeldPage[], going: 'earlier' | 'later'): readonly HeldPage[] {
  return going === 'earlier' ? bounded(pages) : bounded(pages.toReversed()).toReversed();
}

function bounded(pages: readonly HeldPage[]): readonly HeldPage[] {
  let [chars, items] = [0, 0];
  const fits = pages.findIndex((page, index) => {
    chars += page.size;
    items += page.items.length;
    return index > 1 && (chars > MOST_READ.chars || items > MOST_READ.items);
  });
  return fits === -1 ? pages : pages.slice(0, fits);
}

/** Whether these events can only be followed by whoever has the whole session. */
export function needsWhole(view: SessionView, events: readonly Envelope[]): boolean {
  return view.first > 0 && events.some(({ event }) => event.type === 'session.rewind' || event.type === 'session.redo');
}

/** Both after these events. The newest part is kept short: what it loses is added to the pages, when those are right before it and somebody reads there. */
export function foldHeld<T extends Held & { readonly edited: boolean; readonly reading: boolean }>(
  session: T,
  events: readonly Envelope[],
): T {
  const { pages: before } = session;
  const pages = before.length === 0 ? before : changed(session, events);
  const view = fold(session.view, events);
  const over = view.items.length === session.view.items.length ? 0 : tooMany(view.items);
  if (over === 0) return { ...session, view, pages };
  const lost = between({ first: view.first, items: view.items, starts: view.starts, total: 0 }, view.first, view.first + over);
  const edited = session.edited || lost.items.some((item) => item.kind === 'tool' && item.detail?.kind === 'mutate');
  return { ...session, view: trimmed(view, over), pages: withLost({ ...session, view, pages }, lost), edited };
}

/** What the newest part lost is still shown where somebody reads, and where earlier pages are: between those and the end there is no gap. */
function withLost({ view, pages, reading }: Held & { readonly reading: boolean }, lost: HeldPage): readonly HeldPage[] {
  if ((pages.length === 0 && !reading) || !stretchOf({ view, pages }).atEnd) return pages;
  return withoutFarthest([...pages, lost], reading ? 'earlier' : 'later');
}

/** Pages with what an event changed in them. */
function changed({ view, pages }: Held, events: readonly Envelope[]): readonly HeldPage[] {
  const late = events.filter(({ event }) => !isLive(event) && mayChangeItems(event));
  if (late.length === 0) return pages;
  const after = pages.map((page) => {
    const items = fold({ ...view, first: page.first, items: page.items }, late).items.slice(0, page.items.length);
    return items.every((item, index) => item === page.items[index]) ? page : heldPage(page.first, items, page.starts);
  });
  return after.every((page, index) => page === pages[index]) ? pages : after;
}

function sizeAt(items: readonly TranscriptItem[], index: number): number {
  const item = items[index];
  return item === undefined ? 0 : itemSize(item);
}

/** How many of the first items are to go, so that half of what is allowed stays; a turn is not cut where that can be helped. */
function tooMany(items: readonly TranscriptItem[]): number {
  const size = items.reduce((sum, item) => sum + itemSize(item), 0);
  if (items.length <= LEAST || (items.length <= MOST_NEW.items && size <= MOST_NEW.chars)) return 0;
  let [chars, from] = [0, items.length];
  while (from > 0 && items.length - from < MOST_NEW.items / 2) {
    chars += sizeAt(items, from - 1);
    if (chars > MOST_NEW.chars / 2 && items.length - from >= LEAST) break;
    from -= 1;
  }
  const end = items.slice(from).findIndex(({ kind }) => kind === 'turn');
  const turn = from + end + 1;
  return end === -1 || items.length - turn < LEAST ? from : turn;
}
