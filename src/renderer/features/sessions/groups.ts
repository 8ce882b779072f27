import type { SessionSummary } from '../../../shared/session.ts';
import type { SessionFilter } from '../../store/library-state.ts';

export interface SessionGroup {
  readonly title: string;
  readonly sessions: readonly SessionSummary[];
}

/** The sessions a filter shows: pinned ones first, then by the day of their last change. The order within a day is kept. */
export function groupSessions(sessions: readonly SessionSummary[], filter: SessionFilter, now: number): readonly SessionGroup[] {
  const groups = new Map<string, SessionSummary[]>();
  const shown = sessions.filter((session) => isShown(session, filter));
  const pinnedFirst = [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)];
  for (const session of pinnedFirst) {
    const title = session.pinned && filter === 'all' ? 'Pinned' : dayOf(session.trashedAt ?? session.updatedAt, now);
    groups.set(title, [...(groups.get(title) ?? []), session]);
  }
  return [...groups].map(([title, members]) => ({ title, sessions: members }));
}

function isShown({ pinned, archived }: SessionSummary, filter: SessionFilter): boolean {
  switch (filter) {
    case 'all':
      return archived !== true;
    case 'pinned':
      return pinned === true;
    case 'archived':
      return archived === true;
    case 'trash':
      return true;
  }
}

/** In the time zone of the machine. */
function dayOf(time: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return new Date(time).toLocaleDateString('en', { weekday: 'long' });
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) });
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
