import type { Picture } from '../../../shared/attachments.ts';
import type { Message } from '../../../shared/messages.ts';
import type { OmittedPictures } from '../../../shared/picture-events.ts';
import { shownBy } from '../../../shared/shown-pictures.ts';
import type { PictureLimits } from '../../providers/provider.ts';
import { pictureOwner } from './omit.ts';

/** A picture of the conversation. `fresh` when the model has not answered to it yet, `pinned` with its message. */
export interface ShownPicture {
  readonly of: OmittedPictures['of'];
  readonly picture: Picture;
  readonly fresh: boolean;
  readonly pinned: boolean;
}

/** All of a conversation, oldest first. What the result of a call shows is pinned with the answer that called. */
export function shownPictures(messages: readonly Message[], isPinned: (message: Message) => boolean): readonly ShownPicture[] {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  let pinned = false;
  return messages.flatMap((message, index) => {
    if (message.role !== 'tool') pinned = isPinned(message);
    return shownBy(message).map((picture) => ({ of: pictureOwner(message), picture, fresh: index > answered, pinned }));
  });
}

/**
 * Which pictures a request cannot hold, oldest first; empty when it can hold all.
 *
 * Of those that were answered to only half as much stays as fits, so that many more come before some have to go again: each time the provider
 * reads the conversation anew. Pinned ones go last of them, new ones only when they alone are too many.
 */
export function overLimit(shown: readonly ShownPicture[], limits: PictureLimits): readonly ShownPicture[] {
  return within(shown, limits) ? [] : allBut(shown, { fresh: limits, rest: halved(limits) });
}

/** After a refusal, when nobody knows what would have been taken: about half of them, by number or by bytes. Never none, where there is one. */
export function halfOf(shown: readonly ShownPicture[], by: 'count' | 'bytes'): readonly ShownPicture[] {
  const all = { count: shown.length, bytes: sentBytes(shown) };
  const half = halved(by === 'count' ? { ...all, bytes: Number.POSITIVE_INFINITY } : all);
  return allBut(shown, { fresh: half, rest: half });
}

/** Bytes that the pictures take in a request, as base64. */
export function sentBytes(shown: readonly ShownPicture[]): number {
  return shown.reduce((sum, { picture }) => sum + 4 * Math.ceil(picture.bytes / 3), 0);
}

/** By the message they stand in, as an event names them. */
export function grouped(pictures: readonly ShownPicture[]): OmittedPictures[] {
  const groups = new Map<OmittedPictures['of'], Set<string>>();
  for (const { of, picture } of pictures) groups.set(of, (groups.get(of) ?? new Set()).add(picture.blob));
  return [...groups].map(([of, blobs]) => ({ of, blobs: [...blobs] }));
}

interface Room {
  readonly fresh: PictureLimits;
  readonly rest: PictureLimits;
}

function allBut(shown: readonly ShownPicture[], { fresh, rest }: Room): readonly ShownPicture[] {
  const kept = new Set<ShownPicture>();
  for (const one of byWorth(shown)) if (within([...kept, one], one.fresh ? fresh : rest)) kept.add(one);
  const gone = new Set(shown.filter((one) => !kept.has(one)).map(placeOf));
  return shown.filter((one) => gone.has(placeOf(one)));
}

/** The same picture twice in one message goes twice. */
function placeOf({ of, picture }: ShownPicture): string {
  return `${of} ${picture.blob}`;
}

/** The most wanted first: new ones, then pinned ones, then the others; the newest of each first. */
function byWorth(shown: readonly ShownPicture[]): readonly ShownPicture[] {
  const worth = ({ fresh, pinned }: ShownPicture): number => (fresh ? 2 : pinned ? 1 : 0);
  return shown.toReversed().toSorted((one, other) => worth(other) - worth(one));
}

function within(shown: readonly ShownPicture[], { count, bytes, large }: PictureLimits): boolean {
  if (shown.length > count || sentBytes(shown) > bytes) return false;
  return !large || shown.length <= large.count || shown.every(({ picture }) => Math.max(picture.width, picture.height) <= large.side);
}

function halved({ count, bytes, large }: PictureLimits): PictureLimits {
  const half = { count: Math.floor(count / 2), bytes: Math.floor(bytes / 2) };
  return large ? { ...half, large: { ...large, count: Math.floor(large.count / 2) } } : half;
}
