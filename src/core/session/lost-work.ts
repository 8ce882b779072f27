import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { Completion, SideWork } from '../../shared/side-work.ts';

/** What must be written to a log that is opened: side work that had not ended has ended since, with the session that it belonged to. The model is told once, with the next message. */
export function lostWork(events: readonly Stamped[]): readonly KeptEvent[] {
  const running = new Map<string, SideWork>();
  for (const { event } of events) {
    if (event.type === 'work.start') running.set(event.work.id, event.work);
    if (event.type === 'work.end') running.delete(event.completion.id);
    if (event.type === 'work.known') running.delete(event.work);
  }
  return [...running.values()].map((work) => ({ type: 'work.end', completion: lostCompletion(work) }));
}

function lostCompletion({ id, kind, title, call, lost = LOST }: SideWork): Completion {
  return { id, kind, title, ...(call === undefined ? {} : { call }), status: 'lost', facts: [lost], text: '', quiet: true };
}

const LOST = 'It ended when the session was closed or Steiner stopped, before its end was known. It may have done part of its work.';
