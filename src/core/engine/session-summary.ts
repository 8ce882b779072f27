import type { Stamped } from '../../shared/events.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { Session } from '../session/session.ts';

/** The list row of a live session. */
export function summaryOf(session: Session, now: number): SessionSummary {
  const events = session.events();
  const lastStop = lastStopOf(events);
  return {
    id: session.id,
    title: session.title,
    model: session.model,
    turns: session.turns,
    createdAt: events[0]?.time ?? now,
    updatedAt: events.at(-1)?.time ?? now,
    readOnly: session.broken?.code === 'session_locked' || session.broken?.code === 'session_newer',
    ...(lastStop ? { lastStop } : {}),
  };
}

function lastStopOf(events: readonly Stamped[]): SessionSummary['lastStop'] {
  const end = events.findLast(({ event }) => event.type === 'turn.end')?.event;
  return end?.type === 'turn.end' ? end.stop : undefined;
}

/** Newest first; live sessions take the place of what was read from disk, and sessions nobody ever prompted are left out. */
export function mergeSummaries(stored: readonly SessionSummary[], live: readonly SessionSummary[]): readonly SessionSummary[] {
  const ids = new Set<string>(live.map((summary) => summary.id));
  return [...live, ...stored.filter((summary) => summary.turns > 0 && !ids.has(summary.id))].sort((a, b) => b.updatedAt - a.updatedAt);
}
