import type { Envelope } from '../../shared/events.ts';
import type { Upward } from '../../shared/ipc.ts';

/** One thing on its way up: a single event, or one of the rarer kinds as it is. */
export type Item = { readonly type: 'event'; readonly envelope: Envelope } | Exclude<Upward, { readonly type: 'events' }>;

/** Characters in a joined delta, so that one message stays small. */
const LONGEST = 65_536;

export function itemsOf(upward: Upward): readonly Item[] {
  return upward.type === 'events' ? upward.events.map((envelope) => ({ type: 'event', envelope })) : [upward];
}

/** The way back: events that follow each other come in one list. */
export function upwards(items: readonly Item[]): readonly Upward[] {
  const batch: Upward[] = [];
  let events: Envelope[] = [];
  for (const item of items) {
    if (item.type !== 'event') {
      batch.push(item);
      events = [];
      continue;
    }
    if (events.length === 0) batch.push({ type: 'events', events });
    events.push(item.envelope);
  }
  return batch;
}

/** Both as one event, with the `seq` and time of the later; undefined when they do not belong together. */
export function joined(first: Envelope, second: Envelope): Envelope | undefined {
  if (first.session !== second.session) return undefined;
  const [a, b] = [first.event, second.event];
  if (a.type === 'message.update' && b.type === 'message.update') {
    if (a.message !== b.message || a.kind !== b.kind || a.name !== b.name) return undefined;
    return fits(a.text, b.text) ? { ...second, event: { ...b, text: a.text + b.text } } : undefined;
  }
  if (a.type === 'tool.update' && b.type === 'tool.update') {
    return a.call === b.call && fits(a.text, b.text) ? { ...second, event: { ...b, text: a.text + b.text } } : undefined;
  }
  return undefined;
}

function fits(first: string, second: string): boolean {
  return first.length + second.length <= LONGEST;
}
