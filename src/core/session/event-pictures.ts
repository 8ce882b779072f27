import { type Picture, picturesOf } from '../../shared/attachments.ts';
import type { Stamped } from '../../shared/events.ts';

/** Every picture that a session shows, each blob once. */
export function eventPictures(events: readonly Stamped[]): readonly Picture[] {
  const all = events.flatMap(({ event }) => picturesIn(event));
  return [...new Map(all.map((picture) => [picture.blob, picture])).values()];
}

function picturesIn(event: Stamped['event']): readonly Picture[] {
  switch (event.type) {
    case 'message.end':
      return event.message.role === 'user' ? picturesOf(event.message.attachments) : [];
    case 'queue.update':
      return event.items.flatMap(({ attachments }) => picturesOf(attachments));
    case 'tool.end':
      return [...(event.pictures ?? []), ...(event.detail?.kind === 'picture' ? [event.detail.picture] : [])];
    default:
      return [];
  }
}
