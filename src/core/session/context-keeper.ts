import type { ContextReport } from '../../shared/context.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { MessageId } from '../../shared/ids.ts';
import type { UserMessage } from '../../shared/messages.ts';
import type { Problem, ProblemCode } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Mode } from '../../shared/session.ts';
import type { Clock, Ids } from '../lib/ports.ts';
import { budgetOf, fits, isNearlyFull } from '../prompt/budget.ts';
import type { Model } from '../providers/provider.ts';
import { type CompactionJob, type CompactionOutcome, compact, tookFacts } from './compaction/compact.ts';
import { contextReport } from './context-report.ts';
import { Gauge } from './gauge.ts';
import type { Memory } from './memory.ts';
import { modeNotice } from './mode-notice.ts';
import { PictureRoom } from './pictures/picture-room.ts';
import type { Publisher } from './publisher.ts';
import type { RequestBase } from './request-base.ts';
import { ResultRoom } from './results/result-room.ts';
import type { SessionDeps } from './session.ts';
import type { SkillBook } from './skill-book.ts';

export interface ContextKeeperOptions {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly mode: () => Mode;
  readonly skills: SkillBook;
  /** Writes a summary that the session's own model could not. */
  readonly other: () => Promise<Model | undefined>;
  /** What the model has to be told once a summary took the place of what said so; said right away. */
  readonly restated: () => UserMessage | undefined;
  readonly emit: (event: SessionEvent) => void;
}

/** How much a conversation that could not be made smaller has to grow before it is tried again. */
const PATIENCE = 1.1;

/** Keeps what the model is sent small enough, and lets a person steer it. Every change is an event before it holds. */
export class ContextKeeper {
  readonly #gauge: Gauge;
  readonly #pictures: PictureRoom;
  readonly #results: ResultRoom;
  readonly #options: ContextKeeperOptions;
  /** Below this many tokens automatic compaction is not tried again. */
  #patience = 0;

  constructor(options: ContextKeeperOptions) {
    this.#options = options;
    this.#gauge = new Gauge(options.memory);
    const parts = { memory: options.memory, gauge: this.#gauge, change: (event: SessionEvent) => this.#change(event) };
    this.#pictures = new PictureRoom(parts);
    this.#results = new ResultRoom(parts);
  }

  /** Before each request of a turn, and after one that was `refused` as too long. A problem means that the request does not fit, or that the turn was stopped. */
  async makeRoom(base: RequestBase, signal: AbortSignal, refused: boolean): Promise<Problem | undefined> {
    this.#pictures.fit(base);
    await this.#gauge.ready();
    const budget = budgetOf(base.model.info);
    if (!fits(this.#gauge.tokens(base), budget)) this.#results.fit(base);
    const tokens = this.#gauge.tokens(base);
    const roomy = !refused && fits(tokens, budget);
    const patient = this.#options.memory.undone || !isNearlyFull(tokens, budget) || tokens < this.#patience;
    if (roomy && patient) return undefined;
    const outcome = await compact({ ...this.#job(base, signal), cause: 'automatic', needed: !roomy });
    this.#settle(outcome, 'automatic');
    this.#patience = 'event' in outcome ? 0 : tokens * PATIENCE;
    if ('event' in outcome) {
      if (isNearlyFull(outcome.event.after, budget)) this.#patience = outcome.event.after * PATIENCE;
      return undefined;
    }
    return roomy && outcome.stop !== 'cancelled' ? undefined : outcome.problem;
  }

  /** After a request that was refused as `code`. True when pictures were left out for it, or results shortened, so that it may be sent again. */
  sendLess(base: RequestBase, code: ProblemCode): boolean {
    return this.#pictures.fewer(base, code) || this.#results.fewer(base, code);
  }

  /** What a person asked for. How it went is told as an event. */
  async compact(base: RequestBase, focus: string | undefined, signal: AbortSignal): Promise<void> {
    this.#pictures.fit(base);
    await this.#gauge.ready();
    this.#settle(await compact({ ...this.#job(base, signal), cause: 'manual', needed: false, focus }), 'manual');
  }

  async report(base: RequestBase, changedSources: SessionDeps['changedSources']): Promise<ContextReport> {
    const { memory, skills } = this.#options;
    const stale = await changedSources(base.sources ?? [], skills.wanted);
    await this.#gauge.ready();
    return contextReport({ base, memory, gauge: this.#gauge, stale, skills: skills.wanted });
  }

  /** Reads again what an undo goes back to. */
  async ready({ flush, kept }: Publisher): Promise<void> {
    await flush();
    this.#options.memory.recall(await kept.events());
  }

  undo(generation: number): Result<null, Problem> {
    const { memory } = this.#options;
    if (generation === 0 || generation !== memory.generation) return err(refused('Only the newest compaction in force can be taken back.'));
    if (!memory.recalled) return err(refused('What was said before this compaction could not be read from the log.'));
    return this.#change({ type: 'compaction.undo', generation });
  }

  pin(message: MessageId, pinned: boolean): Result<null, Problem> {
    if (!this.#options.memory.has(message)) return err(refused('This message is already part of a summary.'));
    return this.#change({ type: 'message.pin', message, pinned });
  }

  #job(base: RequestBase, signal: AbortSignal): Omit<CompactionJob, 'cause' | 'needed'> {
    const { memory, clock, ids, mode, skills, other, emit } = this.#options;
    return { base, memory, gauge: this.#gauge, clock, ids, signal, emit, other, notice: modeNotice(mode()), skills: skills.wanted };
  }

  /** Of an automatic one that had nothing to do nobody needs to hear. */
  #settle(outcome: CompactionOutcome, cause: CompactionJob['cause']): void {
    if ('event' in outcome) {
      this.#change(outcome.event);
      this.#restate();
    } else if (outcome.shown || cause === 'manual') this.#options.emit(failEvent(cause, outcome));
  }

  /** What stays is never rewritten, so it is a message more. */
  #restate(): void {
    const { restated, memory, emit } = this.#options;
    const message = restated();
    if (!message) return;
    emit({ type: 'message.end', message });
    memory.messages.push(message);
  }

  #change(event: SessionEvent): Result<null, Problem> {
    this.#options.memory.apply(event);
    this.#options.emit(event);
    return ok(null);
  }
}

type Failed = Pick<Exclude<CompactionOutcome, { event: unknown }>, 'stop' | 'problem' | 'took'>;

/** What a person asked for while a turn ran that they then stopped. */
export const NOT_STARTED: Failed = {
  stop: 'cancelled',
  problem: { code: 'cancelled', message: 'The compaction was not started, because the turn was stopped.', hint: 'Ask for it again.' },
};

export function failEvent(cause: CompactionJob['cause'], { stop, problem, took }: Failed): SessionEvent {
  const { message, hint } = problem;
  return { type: 'compaction.fail', cause, stop, message, hint, ...(took ? tookFacts(took) : {}) };
}

function refused(message: string): Problem {
  return { code: 'bad_request', message, hint: 'Nothing was changed.' };
}
