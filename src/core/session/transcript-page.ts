import type { Stamped } from '../../shared/events.ts';
import { fold } from '../../shared/fold.ts';
import type { TranscriptItem } from '../../shared/fold-types.ts';
import type { ItemPage } from '../../shared/item-page.ts';
import type { Page } from './closed-pages.ts';
import type { Transcript } from './transcript.ts';

/** Kept events by their numbers, from the first up to, without, the second. */
export type ReadEvents = (from: number, to: number) => Promise<readonly Stamped[]>;

/** The items around a position, as folding everything gives them. Beyond the end it is the last page; in a transcript without items an empty one. */
export async function readPage(transcript: Transcript, position: number, read: ReadEvents): Promise<ItemPage> {
  const { items: total } = transcript;
  const page = transcript.pageAt(Math.min(position, total - 1));
  if (!page) return { first: 0, items: [], starts: [], total };
  return { first: page.first, items: await itemsOf(page, read), starts: page.starts, total };
}

async function itemsOf({ base, from, to, late, skip, count }: Page, read: ReadEvents): Promise<readonly TranscriptItem[]> {
  const made = fold(base, await read(from, to));
  const later = await Promise.all(late.map((event) => read(event, event + 1)));
  return fold(made, later.flat()).items.slice(skip, skip + count);
}
