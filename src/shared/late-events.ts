import type { SessionEvent } from './events.ts';
import type { TranscriptItem } from './fold-types.ts';

/** These add an item or none: no item there is becomes another one. */
const ADDING: ReadonlySet<SessionEvent['type']> = new Set([
  'session.start',
  'session.update',
  'session.skill',
  'session.copied',
  'request.lost',
  'session.hold',
  'work.start',
  'work.end',
  'work.known',
  'queue.update',
  'turn.start',
  'turn.end',
  'message.end',
  'message.pin',
  'notice',
  'compaction.end',
  'compaction.fail',
  'pictures.omit',
  'results.shorten',
  'child.start',
  'phase.start',
] as const);

/** Whether an event may make another item of one that there is. */
export function mayChangeItems({ type }: SessionEvent): boolean {
  return !ADDING.has(type);
}

/** Whether what an event changed may be among the items that stand before these. `before` and `after` are the newest items around it. */
export function changesOnlyEarlier(event: SessionEvent, before: readonly TranscriptItem[], after: readonly TranscriptItem[]): boolean {
  if (!mayChangeItems(event)) return false;
  if (event.type === 'pause.cancel') return true;
  return before.length === after.length && before.every((item, index) => item === after[index]);
}
