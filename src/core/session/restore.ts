import type { Stamped } from '../../shared/events.ts';
import { emptyView, fold } from '../../shared/fold.ts';
import type { Inbox } from './inbox.ts';

/** What a session goes on from: read off the same fold that shows it. */
export function restore(events: readonly Stamped[]): { title: string; model: string; turns: number; inbox: Inbox } {
  const { title, model, turns, queue } = fold(emptyView(), events);
  return { title, model, turns, inbox: queue };
}
