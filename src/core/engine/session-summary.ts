import type { SessionEvent } from '../../shared/events.ts';
import type { SessionMarks, SessionSummary } from '../../shared/session.ts';
import { type Session, UNTITLED } from '../session/session.ts';

/** The list row of a live session. `asks`: a child of it waits for a person. */
export function summaryOf(session: Session, now: number, asks: boolean): SessionSummary {
  const { began = now, changed = now, end, word } = session.kept.trace;
  return {
    id: session.id,
    title: session.title,
    model: session.model,
    turns: session.turns,
    createdAt: began,
    updatedAt: changed,
    readOnly: session.broken?.code === 'session_locked' || session.broken?.code === 'session_newer',
    ...(session.waiting || asks ? { waiting: true } : {}),
    ...(end ? { lastStop: end.stop } : {}),
    ...(end?.resumesAt !== undefined && word === end ? { resumesAt: end.resumesAt } : {}),
  };
}

/**
 * Newest first. Live sessions take the place of what was read from disk but for their marks, which are on disk alone. Sessions nobody ever prompted,
 * named or forked are left out, and children, which are shown with their parents.
 */
export function mergeSummaries(stored: readonly SessionSummary[], live: readonly SessionSummary[]): readonly SessionSummary[] {
  const known = new Map(stored.map((summary) => [summary.id, summary]));
  const ids = new Set(live.map((summary) => summary.id));
  const rest = stored.filter(({ id, parent, turns, title }) => parent === undefined && (turns > 0 || title !== UNTITLED) && !ids.has(id));
  return [...live.map((summary) => ({ ...marksOf(known.get(summary.id)), ...summary })), ...rest].sort((a, b) => b.updatedAt - a.updatedAt);
}

function marksOf({ pinned, archived }: SessionMarks = {}): SessionMarks {
  return { ...(pinned === undefined ? {} : { pinned }), ...(archived === undefined ? {} : { archived }) };
}

const LISTED: ReadonlySet<string> = new Set(['session.update', 'turn.start', 'turn.end', 'pause.cancel', 'approval.start', 'approval.end']);

/** Whether the list of sessions looks different after the event. */
export function changesList({ type }: SessionEvent): boolean {
  return LISTED.has(type);
}
