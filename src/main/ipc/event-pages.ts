import type { Stamped } from '../../shared/events.ts';
import type { EventPage, SessionSnapshot } from '../../shared/ipc.ts';
import { ok, type Result } from '../../shared/result.ts';

/** Characters, about: what a page takes in and folds in a few milliseconds. */
const PAGE = 128 * 1024;
/** What a field costs beside its text. */
const FIELD = 16;

/** The newest of the events before `end`, as many as make a page, and at least one. */
export function pageBefore(events: readonly Stamped[], end: number): EventPage {
  let [from, size] = [Math.min(end, events.length), 0];
  const last = from;
  while (from > 0 && size < PAGE) {
    from -= 1;
    size += sizeOf(events[from]);
  }
  return { events: events.slice(from, last), before: from };
}

/** A long session goes up from its end, page by page: one answer would keep the window from everything else. */
export function newestPage<E>(answer: Result<SessionSnapshot, E>): Result<SessionSnapshot, E> {
  if (!answer.ok) return answer;
  const { events } = answer.value;
  return ok({ ...answer.value, ...pageBefore(events, events.length) });
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + FIELD;
  if (typeof value !== 'object' || value === null) return FIELD;
  return Object.values(value).reduce<number>((sum, field) => sum + sizeOf(field), FIELD);
}
