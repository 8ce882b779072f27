import type { GivenAttachment, Spoken } from '../../shared/attachments.ts';
import type { QueueItem } from '../../shared/events.ts';
import type { QueueItemId } from '../../shared/ids.ts';

/** What waits to be said to the model. Every operation gives a new list, or undefined when the item is no longer there. */
export type Inbox = readonly QueueItem[];

export function editItem(inbox: Inbox, id: QueueItemId, text: string): Inbox | undefined {
  if (!inbox.some((item) => item.id === id)) return undefined;
  return inbox.map((item) => (item.id === id ? { ...item, text } : item));
}

export function removeItem(inbox: Inbox, id: QueueItemId): Inbox | undefined {
  const rest = inbox.filter((item) => item.id !== id);
  return rest.length === inbox.length ? undefined : rest;
}

/** `to` is the wished index; past the end means last. */
export function moveItem(inbox: Inbox, id: QueueItemId, to: number): Inbox | undefined {
  const item = inbox.find((candidate) => candidate.id === id);
  const rest = removeItem(inbox, id);
  return item && rest ? rest.toSpliced(to, 0, item) : undefined;
}

export interface Taken {
  readonly spoken: Spoken;
  readonly rest: Inbox;
}

/** Everything for the running turn, joined by blank lines, with all that was put beside it. */
export function takeNow(inbox: Inbox): Taken | undefined {
  const now = inbox.filter((item) => item.delivery === 'now');
  if (now.length === 0) return undefined;
  const spoken = joinSpoken(now.map((item) => ({ text: item.text, attachments: attachmentsOf(item) })));
  return { spoken, rest: inbox.filter((item) => item.delivery !== 'now') };
}

export function joinSpoken(said: readonly Spoken[]): Spoken {
  const text = said.flatMap((one) => (one.text === '' ? [] : [one.text])).join('\n\n');
  return { text, attachments: said.flatMap(({ attachments }) => attachments) };
}

/** The prompt of the next turn: what was meant for the turn that is over, else the oldest that waited for its end. */
export function takeNext(inbox: Inbox): Taken | undefined {
  const now = takeNow(inbox);
  if (now) return now;
  const [first, ...rest] = inbox;
  return first ? { spoken: { text: first.text, attachments: attachmentsOf(first) }, rest } : undefined;
}

function attachmentsOf({ attachments = [] }: QueueItem): readonly GivenAttachment[] {
  return attachments;
}
