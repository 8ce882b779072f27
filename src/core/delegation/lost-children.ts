import type { KeptEvent, SessionEvent, Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import { NO_USAGE } from '../../shared/usage.ts';
import { resultOf } from './child-result.ts';

type ChildEnd = Extract<KeptEvent, { type: 'child.end' }>;

/** Children that were started and have no end. */
function openChildren(events: readonly Stamped[]): readonly Extract<SessionEvent, { type: 'child.start' }>[] {
  const open = new Map<SessionId, Extract<SessionEvent, { type: 'child.start' }>>();
  for (const { event } of events) {
    if (event.type === 'child.start') open.set(event.child, event);
    if (event.type === 'child.end') open.delete(event.child);
  }
  return [...open.values()];
}

/**
 * What must be written to the log of a parent that is opened: its children ended with it. `read` gives the log of one, undefined when there is none: what it used
 * until then counts.
 */
export async function lostChildren(
  events: readonly Stamped[],
  read: (child: SessionId) => Promise<readonly Stamped[] | undefined>,
): Promise<readonly ChildEnd[]> {
  return Promise.all(
    openChildren(events).map(async ({ child, ...order }): Promise<ChildEnd> => {
      const log = await read(child);
      const { rounds, usage, duration } = log ? resultOf({ child, ...order }, log) : NEVER_BEGAN;
      return { type: 'child.end', child, stop: 'interrupted', status: 'lost', reason: REASON, rounds, usage, duration };
    }),
  );
}

const NEVER_BEGAN = { rounds: 0, usage: NO_USAGE, duration: 0 };
const REASON = 'Steiner or this session was closed before it was done. Nothing goes on by itself.';
