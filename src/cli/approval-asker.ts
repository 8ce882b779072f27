import type { ApprovalDecision } from '../shared/approvals.ts';
import type { SessionEvent } from '../shared/events.ts';
import type { ApprovalId } from '../shared/ids.ts';

type Ask = (
  approval: Extract<SessionEvent, { type: 'approval.start' }>['approval'],
  signal: AbortSignal,
) => Promise<ApprovalDecision | undefined>;

/** Watches events and asks one question at a time, in the order they came up. A question that is settled elsewhere is withdrawn. */
export function createApprovalAsker(
  ask: Ask,
  answer: (id: ApprovalId, decision: ApprovalDecision) => Promise<void>,
): (event: SessionEvent) => void {
  const open = new Map<string, AbortController>();
  let tail: Promise<void> = Promise.resolve();
  return (event) => {
    if (event.type === 'approval.end') {
      open.get(event.approval)?.abort();
      open.delete(event.approval);
    }
    if (event.type !== 'approval.start') return;
    const { approval } = event;
    const withdrawn = new AbortController();
    open.set(approval.id, withdrawn);
    tail = tail.then(async () => {
      if (withdrawn.signal.aborted) return;
      const decision = await ask(approval, withdrawn.signal);
      if (decision !== undefined) await answer(approval.id, decision);
    });
  };
}
