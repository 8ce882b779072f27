import type { Approval } from '../../shared/approvals.ts';
import type { ChildQuestion } from '../../shared/child-events.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { ChildOrder } from './child-result.ts';

type ChildUpdate = Omit<Extract<SessionEvent, { type: 'child.update' }>, 'type' | 'child'>;
type Notice = Pick<Extract<SessionEvent, { type: 'notice' }>, 'message' | 'hint'>;

/** Who asks, and how its parent is told. */
export interface Asker {
  readonly order: ChildOrder;
  readonly update: (update: ChildUpdate) => void;
  /** What the person learns beside that, and keeps. */
  readonly notice: (words: Notice) => void;
}

/** What one child asks a person, as its parent is told: one question at a time, from its start to its end. */
export class OpenQuestion {
  readonly #asker: Asker;
  #open: ChildQuestion | undefined;

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  get waits(): boolean {
    return this.#open !== undefined;
  }

  /** What happens in the child's session. */
  see(event: SessionEvent): void {
    const { agent, task } = this.#asker.order;
    if (event.type === 'approval.start') this.#become({ agent, task, approval: event.approval });
    const open = this.#open;
    if (!open || !('approval' in event) || event.approval !== open.approval.id) return;
    if (event.type === 'approval.time') this.#become({ ...open, until: event.until });
    if (event.type !== 'approval.end') return;
    if (event.source === 'timeout') this.#asker.notice(unanswered(open));
    this.#become(undefined);
  }

  #become(question: ChildQuestion | undefined): void {
    this.#open = question;
    this.#asker.update({ question: question ?? null });
  }
}

function unanswered({ agent, task, approval }: ChildQuestion): Notice {
  return {
    message: `Nobody answered what the child “${task}” (${agent}) asked, so it was denied: to ${VERBS[approval.access]} ${approval.subject}.`,
    hint: 'Nothing of it was done, and the child goes on without it.',
  };
}

const VERBS: Readonly<Record<Approval['access'], string>> = { read: 'read', write: 'change', run: 'run', connect: 'connect to' };
