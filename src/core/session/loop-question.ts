import type { Approval, ApprovalDecision } from '../../shared/approvals.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { CallId } from '../../shared/ids.ts';
import type { UserMessage } from '../../shared/messages.ts';
import { callKey, type StuckCall } from '../turn/loop-guard.ts';

export interface LoopQuestionOptions {
  readonly approvals: 'person' | 'refuse';
  readonly emit: (event: SessionEvent) => void;
  readonly message: (text: string) => UserMessage;
}

type Ask = (call: CallId, question: Omit<Approval, 'id' | 'callId'>) => Promise<ApprovalDecision>;

/** What happens to a call that keeps failing: a person decides, or where nobody is there the model is told. Undefined lets it go on. */
export class LoopQuestion {
  readonly #options: LoopQuestionOptions;
  /** Calls a person does not want to be asked about again in this session. */
  readonly #allowed = new Set<string>();

  constructor(options: LoopQuestionOptions) {
    this.#options = options;
  }

  async put(stuck: StuckCall, ask: Ask): Promise<UserMessage | undefined> {
    const { approvals, emit, message } = this.#options;
    if (this.#allowed.has(callKey(stuck.call))) return undefined;
    if (approvals === 'refuse') {
      emit({
        type: 'notice',
        level: 'warning',
        code: 'loop_guard',
        message: `${whatHappened(stuck)} The model was told to change its way.`,
      });
      return message(toModel(stuck));
    }
    const decision = await ask(stuck.call.id, questionOf(stuck));
    if (decision.type === 'deny') return message(toModel(stuck, decision.reason));
    if (decision.type === 'allow_session') this.#allowed.add(callKey(stuck.call));
    return undefined;
  }
}

function questionOf({ call, count, text }: StuckCall): Omit<Approval, 'id' | 'callId'> {
  return {
    kind: 'loop',
    tool: call.name,
    subject: `${call.name} ${call.arguments}`,
    access: 'run',
    reason: `It failed ${count} times in a row with the same arguments.`,
    preview: `The last answer was:\n${text.slice(0, 1_000)}`,
    permanent: 'A call that fails three times in a row with the same arguments is asked about, so that it does not go on for nothing.',
  };
}

function whatHappened({ call, count }: StuckCall): string {
  return `${call.name} failed ${count} times in a row with the same arguments.`;
}

function toModel(stuck: StuckCall, reason?: string): string {
  const words = `[Loop guard: ${whatHappened(stuck)} Do not send that call again unchanged. Read its error, try another way, or say what keeps you from going on.]`;
  return reason === undefined || reason === '' ? words : `${words}\n\n${reason}`;
}
