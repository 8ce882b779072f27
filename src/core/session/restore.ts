import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import type { TurnId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { type Mode, modeSchema } from '../../shared/session.ts';
import type { HoldReason, Pending } from '../../shared/side-work.ts';
import type { SessionLog } from '../store/session-log.ts';
import type { Inbox } from './inbox.ts';
import type { Opened } from './opened.ts';
import { type SessionDeps, UNTITLED } from './session.ts';

export interface Restored extends Pending {
  readonly title: string;
  readonly model: string;
  readonly turns: number;
  readonly inbox: Inbox;
  /** Undefined for a mode this build does not know: taking it for another could let a session write that must not. */
  readonly mode: Mode | undefined;
  readonly held: HoldReason | undefined;
  /** The newest. */
  readonly turn: TurnId | undefined;
}

/** What a session goes on from: read off the same fold that shows it, and the newest turn. What ended before is told with the next message, and wakes nobody. */
export function restore({ title, model, mode, turns, queue, work, untold, held }: SessionView, turn: TurnId | undefined): Restored {
  return {
    ...{ title, model, turns, inbox: queue, work, held },
    untold: untold.map((completion) => ({ ...completion, quiet: true })),
    mode: modeSchema.safeParse(mode).data,
    turn,
  };
}

/** What providers know the conversation by: the session's id, or in a fork what the session it came from was known by. */
export function cacheKeyOf(events: readonly Stamped[], id: string): string {
  const start = events[0]?.event;
  return (start?.type === 'session.start' ? start.cacheKey : undefined) ?? id;
}

/** What a log without any entry begins with. */
export function beginning({ log, begin }: SessionDeps, { trace }: Opened): readonly KeptEvent[] {
  return trace.count > 0 ? [] : [{ type: 'session.start', session: log.id, title: UNTITLED, ...begin }];
}

/** Tells the person what had to be mended. */
export function repairNotice({ repaired }: SessionLog): readonly KeptEvent[] {
  return repaired === undefined ? [] : [{ type: 'notice', level: 'warning', code: 'repaired_log', message: repaired }];
}

export const UNKNOWN_MODE: Problem = {
  code: 'session_unreadable',
  message: 'This session was saved in a mode that this version of Steiner does not know.',
  hint: 'Open it with the version that wrote it. Here it can only be read.',
  safe: 'Nothing in it was changed.',
};
