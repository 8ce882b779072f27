import type { SessionEvent } from '../../shared/events.ts';
import { type CallId, type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Mode } from '../../shared/session.ts';
import type { Clock, Ids } from '../lib/ports.ts';
import type { SideWorks } from '../tools/tool.ts';
import type { AgentType } from './agent-types.ts';
import { type Brief, renderBrief, taskOf } from './brief.ts';
import type { ChildOrder, ChildResult } from './child-result.ts';
import type { Groups } from './groups.ts';
import { type ChildSession, Job } from './job.ts';
import { type Place, Pool } from './pool.ts';
import { acknowledgement, answerOf, completionOf, sideWorkOf } from './told.ts';

/** A session that may start children. */
export interface Parent {
  readonly id: SessionId;
  readonly works: SideWorks;
  readonly groups: Groups;
}

export interface ChildRequest {
  readonly type: AgentType;
  readonly brief: Brief;
  readonly group?: string | undefined;
  /** How long it may take. */
  readonly seconds?: number | undefined;
}

/** The call that asks for a child. */
export interface ChildCall {
  readonly id: CallId;
  readonly signal: AbortSignal;
  /** See `CallHooks`. */
  readonly beside: AbortSignal | undefined;
}

export interface SupervisorOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** How many run at a time; as many again may wait. */
  readonly parallel: () => number;
  /** Whether a call waits for its child. Else the result comes as the end of side work. */
  readonly blocking: boolean;
  /** Makes the child's session, and registers it with whoever closes what is left. */
  readonly make: (order: ChildOrder, parent: SessionId) => Promise<Result<ChildSession, Problem>>;
}

/** How long the close of a parent waits for its children, milliseconds. */
const JOIN = 10_000;

interface Child {
  readonly job: Job;
  readonly parent: Parent;
  /** Its parent is being closed: nobody is told. */
  silent: boolean;
}

/**
 * Runs the children of a project's sessions.
 *
 * Contract: an accepted child has exactly one `child.start` and one `child.end` in its parent's log while that is open, and its result is told once.
 * What is refused leaves nothing behind. A child outlives the turn that started it, never its parent session.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #pool: Pool;
  readonly #children = new Map<SessionId, Child>();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#pool = new Pool(options.parallel);
  }

  /** The result, or with `blocking` off the word that it will come. */
  async delegate(request: ChildRequest, parent: Parent, call: ChildCall): Promise<Result<string, string>> {
    if (request.group !== undefined) await parent.groups.ready();
    const place = this.#pool.enter();
    if (!place) return err(full(this.#pool.capacity));
    const order = this.#order(request, call);
    const group = this.#joined(order, parent, call);
    if (!group.ok) {
      place.leave();
      return group;
    }
    const child = this.#start(order, { request, parent, place });
    const { blocking } = this.#options;
    if (!blocking) {
      parent.works.begin(sideWorkOf(order));
      void this.#finish(child);
      return ok(acknowledgement(order, place.waiting));
    }
    const stop = () => child.job.end({ by: 'parent' });
    if (call.signal.aborted) stop();
    else call.signal.addEventListener('abort', stop, { once: true });
    const result = await this.#finish(child);
    call.signal.removeEventListener('abort', stop);
    const answer = answerOf(result);
    return result.status === 'done' || result.status === 'partial' ? ok(answer) : err(answer);
  }

  /** Ends one child of a session, or all of them. False when there is none. */
  stop(parent: SessionId, child: SessionId | undefined): boolean {
    const meant = this.#of(parent).filter(({ job }) => child === undefined || job.order.child === child);
    for (const { job } of meant) job.end({ by: 'person' });
    return meant.length > 0;
  }

  /** What happens in any session of the project. */
  see(session: SessionId, event: SessionEvent): void {
    this.#children.get(session)?.job.see(event);
  }

  /** Whether a child of the session waits for a person. */
  asks(parent: SessionId): boolean {
    return this.#of(parent).some(({ job }) => job.asks);
  }

  /** Children are in the mode that their parent is in. */
  enter(parent: SessionId, mode: Mode): void {
    for (const { job } of this.#of(parent)) job.enter(mode);
  }

  /** Ends the children of a session that closes; what they would have told is told as lost when it is opened again. */
  async close(parent: SessionId): Promise<void> {
    const children = this.#of(parent);
    for (const child of children) {
      child.silent = true;
      child.job.end({ by: 'close' });
    }
    if (children.length === 0) return;
    const joined = new AbortController();
    await Promise.race([Promise.all(children.map(({ job }) => job.done)), this.#options.clock.sleep(JOIN, joined.signal)]);
    joined.abort('ended');
  }

  #of(parent: SessionId): readonly Child[] {
    return [...this.#children.values()].filter((child) => child.parent.id === parent);
  }

  #order({ type, brief, group }: ChildRequest, call: ChildCall): ChildOrder {
    const child = sessionIdSchema.parse(this.#options.ids.hex(16));
    return { child, call: call.id, agent: type.name, task: taskOf(brief), ...(group === undefined ? {} : { group }) };
  }

  /** A group is of no use where each call waits for its child. */
  #joined({ group, child }: ChildOrder, { groups }: Parent, { beside }: ChildCall): Result<null, string> {
    if (group === undefined || this.#options.blocking) return ok(null);
    if (!beside) return err('A group needs calls that stand side by side in one message. Nothing was started.');
    return groups.join(group, child, beside) ? ok(null) : err(taken(group));
  }

  #start(order: ChildOrder, { request, parent, place }: { request: ChildRequest; parent: Parent; place: Place }): Child {
    const { clock, make } = this.#options;
    const { child, call, agent, task, group } = order;
    parent.works.child({ type: 'child.start', child, call, agent, task, ...(group === undefined ? {} : { group }) });
    const job = new Job({
      ...{ order, place, clock, seconds: request.seconds, brief: renderBrief(request.brief) },
      make: (made) => make(made, parent.id),
      update: (update) => parent.works.child({ type: 'child.update', child, ...update }),
      notice: (words) => parent.works.child({ type: 'notice', level: 'warning', code: 'problem', ...words }),
    });
    const started: Child = { job, parent, silent: false };
    this.#children.set(child, started);
    void job.done.then(() => place.leave());
    return started;
  }

  async #finish(child: Child): Promise<ChildResult> {
    const { job, parent } = child;
    const result = await job.done;
    const { child: id, group, stop, status, reason, rounds, usage, spend, duration } = result;
    this.#children.delete(id);
    const said = reason === undefined ? {} : { reason };
    parent.works.child({ type: 'child.end', child: id, stop, status, rounds, usage, spend, duration, ...said });
    if (child.silent || this.#options.blocking) return result;
    const tell = () => parent.works.end(completionOf(result));
    if (group === undefined) tell();
    else parent.groups.end(group, id, tell);
    return result;
  }
}

function full(capacity: number): string {
  return `Nothing was started: ${capacity} children run or wait already, and there may be no more. Wait for results before you start others.`;
}

function taken(group: string): string {
  return `Nothing was started: the group "${group}" belongs to an earlier message. A group is joined by calls of one message only; take a new name.`;
}
