import type { Stamped } from './events.ts';
import type { SessionView } from './fold-types.ts';
import type { Problem } from './problem.ts';
import type { SessionSummary } from './session.ts';

/**
 * A session as it stands: its newest kept events, then the live events of what is being written right now.
 * Events that come up the channel with a `seq` above `seq` continue it; nothing between is missing.
 */
export interface SessionSnapshot {
  readonly summary: SessionSummary;
  /** What the events go on from, when there are earlier ones: their items come with `sessions.items`. */
  readonly base?: SessionView;
  /** A call before these events changed files. */
  readonly edited?: true;
  readonly events: readonly Stamped[];
  readonly seq: number;
  /** Why it can only be read. */
  readonly problem?: Problem;
}
