import type { Envelope } from '../../shared/events.ts';
import type { OpenSession } from './state.ts';
import { foldHeld, needsWhole } from './stretch.ts';

/** The session after these events. What the snapshot already holds is left out. */
export function advance(session: OpenSession, events: readonly Envelope[]): OpenSession {
  if (session.state === 'loading') return { ...session, early: [...session.early, ...events] };
  const fresh = events.filter((envelope) => envelope.seq > session.seq);
  const last = fresh.at(-1);
  if (session.state !== 'ready' || last === undefined) return session;
  if (needsWhole(session.view, fresh)) return { ...session, state: 'stale' };
  return { ...foldHeld(session, fresh), seq: last.seq };
}

export function newestFirst<T extends { readonly updatedAt: number }>(sessions: readonly T[]): readonly T[] {
  return [...sessions].sort((a, b) => b.updatedAt - a.updatedAt);
}
