import type { Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Mode } from '../../shared/session.ts';
import type { Beginning } from '../session/session.ts';

export interface SessionStart {
  readonly model: string;
  readonly mode: Mode;
}

/** What makes a session a child: who started it, and its type. */
export interface ChildOrigin {
  readonly parent: SessionId;
  readonly agent: string;
}

/** What a child starts with. */
export interface ChildStart extends SessionStart {
  readonly title: string;
  /** What providers know it by. */
  readonly cacheKey: string;
  readonly origin: ChildOrigin;
}

/** What the log of a new session begins with, besides where it is. */
export function beginningOf(start: SessionStart | ChildStart | undefined, usual: Mode): Omit<Beginning, 'project'> {
  const { model = '', mode = usual } = start ?? {};
  if (!start || !('origin' in start)) return { model, mode };
  const { title, cacheKey, origin } = start;
  return { model, mode, title, cacheKey, ...origin };
}

/** Undefined of a session that a person began. */
export function originOf(events: readonly Stamped[]): ChildOrigin | undefined {
  const start = events[0]?.event;
  if (start?.type !== 'session.start' || start.parent === undefined) return undefined;
  return { parent: start.parent, agent: start.agent ?? '' };
}
