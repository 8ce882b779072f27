import type { Approval } from '../../shared/approvals.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { Core } from './core.ts';
import { openSession } from './sessions.ts';
import { waits } from './side-work.ts';
import type { OpenSession, State } from './state.ts';

export interface Waiting {
  readonly session: SessionId;
  readonly title: string;
  /** Known for sessions this window follows. */
  readonly approval?: Approval;
}

/** Everything that waits for a person: in the sessions this window follows, then in those it only knows from the list. */
export function waitingItems({ open, sessions }: Pick<State, 'open' | 'sessions'>): readonly Waiting[] {
  const followed = Object.values(open).flatMap(({ id, view }) =>
    view.waiting.map((approval) => ({ session: id, title: view.title, approval })),
  );
  const listed = sessions.filter((session) => session.waiting === true && open[session.id] === undefined);
  return [...followed, ...listed.map(({ id, title }) => ({ session: id, title }))];
}

export async function goToWaiting(core: Core, { session, approval }: Waiting): Promise<void> {
  if (core.get().current !== session) await openSession(core, session);
  const asked = approval ?? core.get().open[session]?.view.waiting[0];
  if (asked !== undefined) core.update(() => ({ focus: { target: 'approval', approval: asked.id } }));
}

/** Moves to the next thing that waits, or the one before. */
export async function stepWaiting(core: Core, step: 1 | -1): Promise<void> {
  const waiting = waitingItems(core.get());
  const { focus } = core.get();
  const at = focus?.target === 'approval' ? waiting.findIndex((item) => item.approval?.id === focus.approval) : -1;
  const next = at === -1 ? waiting.at(step === 1 ? 0 : -1) : waiting[(at + step + waiting.length) % waiting.length];
  if (next !== undefined) await goToWaiting(core, next);
}

/** `pending` goes on by itself when what it started has ended, `paused` when a usage limit is reset; `limited` met one and stays stopped. */
export type Activity = 'waiting' | 'running' | 'pending' | 'paused' | 'limited' | 'failed' | 'interrupted' | 'idle';

/** What a session is doing, for its dot in the list. */
export function activity(summary: SessionSummary, open: OpenSession | undefined): Activity {
  if (open === undefined ? summary.waiting === true : open.view.waiting.length > 0) return 'waiting';
  if (open?.view.turn !== undefined) return 'running';
  if (open && waits(open.view)) return 'pending';
  switch (summary.lastStop) {
    case 'error':
      return 'failed';
    case 'usage_limit':
      return summary.resumesAt === undefined ? 'limited' : 'paused';
    case 'interrupted':
      return 'interrupted';
    case 'complete':
    case 'max_turns':
    case 'max_tokens':
    case 'cancelled':
    case 'workflow_handoff':
    case undefined:
      return 'idle';
  }
}
