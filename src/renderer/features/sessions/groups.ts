import type { SessionSummary } from '../../../shared/session.ts';
import type { SessionFilter } from '../../store/library-state.ts';

export interface SessionGroup {
  readonly title: string;
  readonly sessions: readonly SessionSummary[];
}

/** The sessions that a filter lists, pinned ones first; else the order is kept. */
export function listedSessions(sessions: readonly SessionSummary[], filter: SessionFilter): readonly SessionSummary[] {
  const listed = sessions.filter((session) => isListed(session, filter));
  return [...listed.filter(({ pinned }) => pinned), ...listed.filter(({ pinned }) => !pinned)];
}

/** Listed sessions under the day of their last change, pinned ones apart. The order within a day is kept. */
export function groupSessions(listed: readonly SessionSummary[], filter: SessionFilter, now: number): readonly SessionGroup[] {
  const groups = new Map<string, SessionSummary[]>();
  for (const session of listed) {
    const title = session.pinned && filter === 'all' ? 'Pinned' : dayOf(session.trashedAt ?? session.updatedAt, now);
    const group = groups.get(title);
    if (group) group.push(session);
    else groups.set(title, [session]);
  }
  return [...groups].map(([title, members]) => ({ title, sessions: members }));
}

function isListed({ pinned, archived }: SessionSummary, filter: SessionFilter): boolean {
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
  if (days < 7) return new Date(time).toLocaleDateString('en-GB', { weekday: 'long' });
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) });
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
