import type { Approval, ApprovalDecision } from '../shared/approvals.ts';
import type { Envelope } from '../shared/events.ts';
import type { ApprovalId, SessionId } from '../shared/ids.ts';

/** A question that waits, and in which session. */
export interface AskedHere {
  readonly session: SessionId;
  readonly approval: Approval;
}

type Ask = (
  asked: AskedHere,
  signal: AbortSignal,
  /** When it is denied unless somebody answers, in milliseconds since the epoch. */
  until: () => number | undefined,
) => Promise<ApprovalDecision | undefined>;

/** Watches the events of all sessions and asks one question at a time, in the order they came up. A question that is settled elsewhere is withdrawn. */
export function createApprovalAsker(
  ask: Ask,
  answer: (session: SessionId, id: ApprovalId, decision: ApprovalDecision) => Promise<void>,
): (envelope: Pick<Envelope, 'session' | 'event'>) => void {
  const open = new Map<string, AbortController>();
  const times = new Map<string, number>();
  let tail: Promise<void> = Promise.resolve();
  return ({ session: of, event }) => {
    if (event.type === 'approval.end') {
      open.get(event.approval)?.abort();
      open.delete(event.approval);
      times.delete(event.approval);
    }
    if (event.type === 'approval.time') times.set(event.approval, event.until);
    if (event.type !== 'approval.start') return;
    const { approval } = event;
    const session = of as SessionId;
    const withdrawn = new AbortController();
    open.set(approval.id, withdrawn);
    tail = tail.then(async () => {
      if (withdrawn.signal.aborted) return;
      const decision = await ask({ session, approval }, withdrawn.signal, () => times.get(approval.id));
      if (decision !== undefined) await answer(session, approval.id, decision);
    });
  };
}
