import type { SessionEvent } from '../../shared/events.ts';
import { spentAfter } from '../../shared/fold-spend.ts';
import { type ToolCallBlock, toolCalls } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { sentence } from '../../shared/sentence.ts';
import type { Mode } from '../../shared/session.ts';
import { type Spent, totalSpend } from '../../shared/spend.ts';
import { addUsage, NO_USAGE, type Usage } from '../../shared/usage.ts';
import type { Clock } from '../lib/ports.ts';
import type { Session } from '../session/session.ts';
import { type ChildOrder, type ChildResult, type EndedBy, notStarted, resultOf } from './child-result.ts';
import { type Asker, OpenQuestion } from './open-question.ts';
import { operationOf } from './operation.ts';
import type { Place } from './pool.ts';

/** A child's session while it works. */
export interface ChildSession {
  readonly session: Session;
  close(): Promise<void>;
}

export interface JobOptions extends Asker {
  /** The child's one message. */
  readonly brief: string;
  readonly seconds: number | undefined;
  readonly place: Place;
  readonly clock: Clock;
  readonly make: (order: ChildOrder) => Promise<Result<ChildSession, Problem>>;
}

/** One child, from its place in the queue to its result. */
export class Job {
  readonly #options: JobOptions;
  readonly #over = new AbortController();
  readonly #calls = new Map<string, ToolCallBlock>();
  #child: ChildSession | undefined;
  #ended: EndedBy | undefined;
  #usage: Usage = NO_USAGE;
  #spent: Spent = {};
  #rounds = 0;
  #mode: Mode | undefined;
  readonly #question: OpenQuestion;
  #next = (): void => {};
  /** Resolves when the child's session is closed. Never rejects. */
  readonly done: Promise<ChildResult>;

  constructor(options: JobOptions) {
    this.#options = options;
    this.#question = new OpenQuestion(options);
    this.done = this.#run().catch((bug: unknown) => notStarted(this.order, 'failed', `A fault in Steiner ended it: ${String(bug)}`));
  }

  get order(): ChildOrder {
    return this.#options.order;
  }

  /** Whether it waits for a person. */
  get asks(): boolean {
    return this.#question.waits;
  }

  /** Ends it before it is done. The first reason stands. */
  end(by: EndedBy): void {
    if (this.#ended) return;
    this.#ended = by;
    if (this.#child) stop(this.#child.session);
    else this.#options.place.leave();
  }

  /** Puts it into that mode, at once or as it begins. */
  enter(mode: Mode): void {
    this.#mode = mode;
    if (!this.#over.signal.aborted) this.#child?.session.command({ type: 'session.mode', session: this.order.child, mode });
  }

  /** What happens in the child's session. */
  see(event: SessionEvent): void {
    this.#next();
    this.#question.see(event);
    this.#spent = spentAfter(this.#spent, event);
    if (event.type === 'message.end' && event.message.role === 'assistant') {
      for (const call of toolCalls(event.message)) this.#calls.set(call.id, call);
      this.#usage = addUsage(this.#usage, event.message.usage ?? NO_USAGE);
      this.#rounds += 1;
      this.#options.update({ usage: this.#usage, rounds: this.#rounds, spend: totalSpend(this.#spent) });
    }
    const call = event.type === 'tool.start' ? this.#calls.get(event.call) : undefined;
    if (call) this.#options.update({ operation: operationOf(call) });
  }

  async #run(): Promise<ChildResult> {
    const { order, place, update, make } = this.#options;
    if (place.waiting) update({ state: 'queued' });
    if (!(await place.turn)) return notStarted(order, 'cancelled', 'It was stopped before it began.');
    update({ state: 'running' });
    const made = await make(order);
    if (made.ok) return this.#work(made.value);
    const { message, hint } = made.error;
    return notStarted(order, 'failed', `It could not be started. ${sentence(message)} ${hint}`);
  }

  async #work(child: ChildSession): Promise<ChildResult> {
    this.#child = child;
    const { session } = child;
    const { order, brief, seconds, clock } = this.#options;
    if (this.#mode !== undefined && this.#mode !== session.mode) this.enter(this.#mode);
    if (!this.#ended) session.command({ type: 'prompt', session: order.child, text: brief, delivery: 'after' });
    if (seconds !== undefined) void clock.sleep(seconds * 1_000, this.#over.signal).then(() => this.#timeUp(seconds));
    await this.#settled(session);
    this.#over.abort('ended');
    const events = await session.kept.events();
    await child.close();
    return resultOf(order, events, this.#ended);
  }

  /** Until nothing runs and nothing goes on by itself. */
  async #settled(session: Session): Promise<void> {
    for (;;) {
      await session.idle();
      if (session.state === 'idle' || session.held !== undefined || session.broken) return;
      await new Promise<void>((resolve) => {
        this.#next = resolve;
      });
    }
  }

  #timeUp(seconds: number): void {
    if (!this.#over.signal.aborted) this.end({ by: 'time', seconds });
  }
}

function stop(session: Session): void {
  session.command({ type: 'stop', session: session.id });
}
