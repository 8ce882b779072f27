import type { Approval } from '../../shared/approvals.ts';
import type { AskingChild, SessionView } from '../../shared/fold-types.ts';
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
  /** Who asks, when it is a child of the session. */
  readonly child?: Pick<AskingChild, 'agent' | 'task'>;
}

/**
 * Everything that waits for a person: in the sessions this window follows, then in those it only knows from the list. What a child asks counts once: with
 * its parent, or where the child is on screen with the child.
 */
export function waitingItems({ open, sessions, current }: Pick<State, 'open' | 'sessions' | 'current'>): readonly Waiting[] {
  const shown = current === null ? undefined : open[current]?.view;
  const followed = Object.values(open).flatMap(({ id, view }): readonly Waiting[] => {
    const own = view.parent === undefined || id === current ? view.waiting.map((approval) => ({ approval })) : [];
    return [...own, ...view.asked.filter(({ child }) => child !== current)].map((asked) => waitingIn(id, view, asked));
  });
  const told = (id: SessionId) => open[id] !== undefined || (id === shown?.parent && shown.waiting.length > 0);
  const listed = sessions.filter(({ id, waiting }) => waiting === true && !told(id));
  return [...followed, ...listed.map(({ id, title }) => ({ session: id, title }))];
}

function waitingIn(
  session: SessionId,
  { title }: SessionView,
  { approval, ...child }: { readonly approval: Approval } | AskingChild,
): Waiting {
  return { session, title, approval, ...('child' in child ? { child } : {}) };
}

/** What the keys of the answers are about. */
export function firstQuestion({ open, current }: Pick<State, 'open' | 'current'>): Approval | undefined {
  const view = current === null ? undefined : open[current]?.view;
  return view?.waiting[0] ?? view?.asked[0]?.approval;
}

export async function goToWaiting(core: Core, { session, approval }: Waiting): Promise<void> {
  if (core.get().current !== session) await openSession(core, session);
  const asked = approval ?? firstQuestion(core.get());
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
  if (open === undefined ? summary.waiting === true : open.view.waiting.length + open.view.asked.length > 0) return 'waiting';
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
