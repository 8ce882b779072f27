import type { Approval, ApprovalDecision, ApprovalSource } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { ApprovalId, CallId } from '../../shared/ids.ts';
import type { Ids } from '../lib/ports.ts';

type Question = Omit<Approval, 'id' | 'callId'>;

/** The questions of one session that wait for a person. */
export interface ApprovalDesk {
  /** Settles with the answer, or with a denial as soon as `signal` aborts. */
  ask(call: CallId, question: Question, signal: AbortSignal): Promise<ApprovalDecision>;
  /** False when nothing by that id waits. */
  answer(id: ApprovalId, decision: ApprovalDecision): boolean;
}

export interface ApprovalDeskOptions {
  readonly ids: Ids;
  readonly emit: (event: SessionEvent) => void;
  /** `refuse` answers every question at once with a denial that says why: nobody is there to ask. */
  readonly policy: 'person' | 'refuse';
}

const REFUSED: ApprovalDecision = {
  type: 'deny',
  reason: 'Nobody can be asked here, so it was refused. Allow it in the configuration, or run this session in the window or a terminal.',
};
const STOPPED: ApprovalDecision = { type: 'deny', reason: 'The turn was stopped before an answer.' };

export function createApprovalDesk(options: ApprovalDeskOptions): ApprovalDesk {
  const waiting = new Map<ApprovalId, (decision: ApprovalDecision, source: ApprovalSource) => void>();

  function ask(call: CallId, question: Question, signal: AbortSignal): Promise<ApprovalDecision> {
    const id = `x${options.ids.hex(8)}` as ApprovalId;
    options.emit({ type: 'approval.start', approval: { ...question, id, callId: call } });
    return new Promise((resolve) => {
      const stop = (): void => settle(STOPPED, 'stopped');
      function settle(decision: ApprovalDecision, source: ApprovalSource): void {
        if (!waiting.delete(id)) return;
        signal.removeEventListener('abort', stop);
        options.emit({ type: 'approval.end', approval: id, decision, source });
        resolve(decision);
      }
      waiting.set(id, settle);
      signal.addEventListener('abort', stop, { once: true });
      if (options.policy === 'refuse') settle(REFUSED, 'unattended');
      else if (signal.aborted) stop();
    });
  }

  function answer(id: ApprovalId, decision: ApprovalDecision): boolean {
    const settle = waiting.get(id);
    settle?.(decision, 'person');
    return settle !== undefined;
  }

  return { ask, answer };
}
