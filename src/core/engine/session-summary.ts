import type { SessionEvent, Stamped } from '../../shared/events.ts';
import type { SessionMarks, SessionSummary } from '../../shared/session.ts';
import { type Session, UNTITLED } from '../session/session.ts';

/** The list row of a live session. */
export function summaryOf(session: Session, now: number): SessionSummary {
  const events = session.events();
  const end = lastEndOf(events);
  return {
    id: session.id,
    title: session.title,
    model: session.model,
    turns: session.turns,
    createdAt: events[0]?.time ?? now,
    updatedAt: events.at(-1)?.time ?? now,
    readOnly: session.broken?.code === 'session_locked' || session.broken?.code === 'session_newer',
    ...(session.waiting ? { waiting: true } : {}),
    ...(end ? { lastStop: end.stop } : {}),
    ...(end?.resumesAt !== undefined && isLastWord(events, end) ? { resumesAt: end.resumesAt } : {}),
  };
}

type TurnEnd = Extract<SessionEvent, { type: 'turn.end' }>;

function lastEndOf(events: readonly Stamped[]): TurnEnd | undefined {
  return events.findLast((stamped): stamped is Stamped & { readonly event: TurnEnd } => stamped.event.type === 'turn.end')?.event;
}

/** Neither a turn nor a person has said otherwise since. */
function isLastWord(events: readonly Stamped[], end: TurnEnd): boolean {
  return events.findLast(({ event }) => WORDS.has(event.type))?.event === end;
}

const WORDS: ReadonlySet<string> = new Set(['turn.start', 'turn.end', 'pause.cancel']);

/**
 * Newest first. Live sessions take the place of what was read from disk but for their marks, which are on disk alone. Sessions nobody ever prompted,
 * named or forked are left out.
 */
export function mergeSummaries(stored: readonly SessionSummary[], live: readonly SessionSummary[]): readonly SessionSummary[] {
  const known = new Map(stored.map((summary) => [summary.id, summary]));
  const ids = new Set(live.map((summary) => summary.id));
  const rest = stored.filter((summary) => (summary.turns > 0 || summary.title !== UNTITLED) && !ids.has(summary.id));
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
