import type { ApprovalDecision } from '../shared/approvals.ts';
import type { SessionEvent } from '../shared/events.ts';
import type { ApprovalId } from '../shared/ids.ts';

type Ask = (
  approval: Extract<SessionEvent, { type: 'approval.start' }>['approval'],
  signal: AbortSignal,
  /** When it is denied unless somebody answers, in milliseconds since the epoch. */
  until: () => number | undefined,
) => Promise<ApprovalDecision | undefined>;

/** Watches events and asks one question at a time, in the order they came up. A question that is settled elsewhere is withdrawn. */
export function createApprovalAsker(
  ask: Ask,
  answer: (id: ApprovalId, decision: ApprovalDecision) => Promise<void>,
): (event: SessionEvent) => void {
  const open = new Map<string, AbortController>();
  const times = new Map<string, number>();
  let tail: Promise<void> = Promise.resolve();
  return (event) => {
    if (event.type === 'approval.end') {
      open.get(event.approval)?.abort();
      open.delete(event.approval);
      times.delete(event.approval);
    }
    if (event.type === 'approval.time') times.set(event.approval, event.until);
    if (event.type !== 'approval.start') return;
    const { approval } = event;
    const withdrawn = new AbortController();
    open.set(approval.id, withdrawn);
    tail = tail.then(async () => {
      if (withdrawn.signal.aborted) return;
      const decision = await ask(approval, withdrawn.signal, () => times.get(approval.id));
      if (decision !== undefined) await answer(approval.id, decision);
    });
  };
}
