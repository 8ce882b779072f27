import type { Spoken } from '../../shared/attachments.ts';
import type { Delivery } from '../../shared/events.ts';
import type { TurnId } from '../../shared/ids.ts';
import type { UserMessage, UserOrigin } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { HoldReason } from '../../shared/side-work.ts';
import type { TurnOutcome } from '../turn/turn.ts';
import { failEvent, NOT_STARTED } from './context-keeper.ts';
import { closeNow, type HeldTurn } from './held-turn.ts';
import type { SessionState } from './session.ts';
import { CONTINUE, RUNNING, reportBug } from './turn-end.ts';
import { createTurnWork, type TurnWork, type WorkParts } from './turn-work.ts';

export interface DriverParts extends WorkParts {
  /** Why nothing may start any more. */
  readonly broken: () => Problem | undefined;
  /** A turn begins with the next message. */
  readonly begins: () => void;
  readonly said: (message: UserMessage) => void;
  readonly held: HoldReason | undefined;
  /** The newest turn of the log. */
  readonly turn: TurnId | undefined;
}

/** How long a result that wakes waits for others of its kind that still run, in milliseconds. */
const GATHERING = 5_000;

interface Running {
  /** Of a compaction between turns false: no end of a turn will say that it was stopped. */
  readonly begins: boolean;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Decides when a turn runs, and what begins it: a person, what they queued, or side work that ended.
 *
 * Contract: at most one turn or compaction runs. After a turn that did not end by itself, and after a stop, nothing begins until a person says so.
 */
export class Driver {
  readonly #parts: DriverParts;
  readonly #work: TurnWork;
  /** A compaction that was asked for while a turn ran. */
  #compaction: { readonly focus: string | undefined } | undefined;
  #running: Running | undefined;
  /** The newest turn: a stop that means an earlier one comes too late. */
  #turn: TurnId | undefined;
  #held: HoldReason | undefined;
  /** While results wait for others. */
  #gathering: AbortController | undefined;
  /** A turn that waits for an answer which nobody here can give. */
  #heldTurn: HeldTurn | undefined;
  #closed = false;

  constructor(parts: DriverParts) {
    this.#parts = parts;
    this.#work = createTurnWork(parts);
    this.#held = parts.held;
    this.#turn = parts.turn;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  get state(): SessionState {
    if (this.#running) return 'generating';
    return this.#parts.side.pending ? 'waiting' : 'idle';
  }

  get held(): HoldReason | undefined {
    return this.#held;
  }

  prompt(spoken: Spoken, delivery: Delivery): Result<null, Problem> {
    if (this.#running) this.#parts.queue.add(spoken, delivery);
    else this.#start(this.#parts.queue.joined(spoken), 'prompt');
    return ok(null);
  }

  proceed(): Result<null, Problem> {
    if (this.#running) return err(RUNNING);
    const waiting = this.#parts.queue.takeNext();
    if (waiting) this.#start(waiting, 'prompt');
    else this.#start({ text: CONTINUE, attachments: [] }, 'notice');
    return ok(null);
  }

  /** Results wait from here on. Nothing is stopped when a newer turn than the one meant has begun. */
  stop(turn: TurnId | undefined): Result<null, Problem> {
    if (turn !== undefined && this.#turn !== undefined && turn !== this.#turn) return ok(null);
    if (this.#running) this.#running.abort.abort();
    if (this.#running?.begins === false || this.state === 'waiting') this.#hold('stopped');
    return ok(null);
  }

  compact(focus: string | undefined): Result<null, Problem> {
    if (!this.#running) this.#startCompaction(focus, this.#parts.queue.empty ? 'complete' : 'cancelled');
    else {
      this.#compaction = { focus };
      this.#parts.publisher.emit({ type: 'compaction.start', cause: 'manual', stage: 'normal', waits: true });
    }
    return ok(null);
  }

  /** A turn of the log that waits for an answer: `resumes` asks for it here, else the turn is left as it is until somebody prompts. */
  take(held: HeldTurn, resumes: boolean): void {
    if (resumes) this.#run((abort) => this.#resume(held, abort));
    else this.#heldTurn = held;
  }

  /** Whether results wake the model is decided when everybody who is at it has had their say. */
  readonly reconsider = (): void => queueMicrotask(() => this.#consider());

  abort(): void {
    this.#running?.abort.abort();
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running.done;
  }

  /** Nothing begins any more. */
  close(): void {
    this.#closed = true;
    this.#gathering?.abort();
    this.#parts.side.close();
    this.abort();
  }

  get #over(): boolean {
    return this.#closed || this.#parts.broken() !== undefined;
  }

  #start(spoken: Spoken, origin: UserOrigin): void {
    if (this.#heldTurn) closeNow(this.#heldTurn, this.#parts.publisher, this.#parts.memory);
    this.#heldTurn = undefined;
    this.#held = undefined;
    if (origin !== 'result') this.#parts.episode.begin();
    this.#gathering?.abort();
    this.#gathering = undefined;
    this.#run((abort) => this.#begin({ spoken, origin }, abort));
  }

  #run(turn: (abort: AbortController) => Promise<void>): void {
    const abort = new AbortController();
    this.#running = { begins: true, abort, done: turn(abort) };
  }

  #consider(): void {
    const { side, episode } = this.#parts;
    if (this.#running || this.#over || this.#held || !side.wakes) return;
    if (episode.isSpent) this.#holdForBudget();
    else if (!side.hasSiblings) this.#wake();
    else this.#gathering ??= this.#gather();
  }

  #gather(): AbortController {
    const over = new AbortController();
    void this.#parts.deps.clock.sleep(GATHERING, over.signal).then(() => {
      if (!over.signal.aborted && this.#parts.side.wakes && !this.#over) this.#wake();
    });
    return over;
  }

  #wake(): void {
    this.#start({ text: '', attachments: [] }, 'result');
  }

  /** The person is told, the model never. */
  #holdForBudget(): void {
    const { publisher, side, episode } = this.#parts;
    this.#hold('budget');
    const waits = side.waking === 1 ? 'A result waits' : `${side.waking} results wait`;
    const message = `The token budget of this prompt is spent: ${episode.limit?.toLocaleString('en')} output tokens. ${waits} for you.`;
    const hint = 'They are told with your next prompt. The budget is limits.max_episode_tokens.';
    publisher.emit({ type: 'notice', level: 'info', code: 'problem', message, hint });
  }

  #hold(reason: HoldReason): void {
    if (this.#held === reason) return;
    this.#gathering?.abort();
    this.#gathering = undefined;
    this.#held = reason;
    this.#parts.publisher.emit({ type: 'session.hold', reason });
  }

  /** Whoever sees the end of a turn can start the next. After one that ended by itself the next queued prompt starts, else the queue waits for the person. */
  #ended(stop: TurnOutcome['stop']): void {
    const { publisher, queue } = this.#parts;
    this.#running = undefined;
    if (stop !== 'complete') this.#held = 'stopped';
    const compaction = this.#compaction;
    this.#compaction = undefined;
    if (this.#over) return;
    if (compaction && stop !== 'cancelled') {
      this.#startCompaction(compaction.focus, stop);
      return;
    }
    if (compaction) publisher.emit(failEvent('manual', NOT_STARTED));
    const next = stop === 'complete' ? queue.takeNext() : undefined;
    if (next) this.#start(next, 'prompt');
    else this.#consider();
  }

  /** `then` is how the turn before it ended: it decides whether the queue goes on. */
  #startCompaction(focus: string | undefined, then: TurnOutcome['stop']): void {
    const abort = new AbortController();
    const done = this.#runCompaction(focus, abort.signal)
      .catch((bug: unknown) => reportBug(this.#parts.deps.logger, 'a compaction failed unexpectedly', bug))
      .then(() => this.#ended(abort.signal.aborted ? 'cancelled' : then));
    this.#running = { begins: false, abort, done };
  }

  async #runCompaction(focus: string | undefined, signal: AbortSignal): Promise<void> {
    const { bases, keeper, model, publisher } = this.#parts;
    const base = await bases.for(model());
    if (base.ok) await keeper.compact(base.value, focus, signal);
    else publisher.emit(failEvent('manual', { stop: 'failed', problem: base.error }));
  }

  async #begin({ spoken, origin }: { readonly spoken: Spoken; readonly origin: UserOrigin }, abort: AbortController): Promise<void> {
    const { deps, publisher, model, begins } = this.#parts;
    const turn = `t${deps.ids.hex(8)}` as TurnId;
    this.#turn = turn;
    begins();
    publisher.emit({ type: 'turn.start', turn, model: model() });
    await this.#say(spoken, origin);
    this.#ended(await this.#work({ turn, elapsed: 0 }, abort.signal));
  }

  /** Asks again what was open when Steiner ended, and goes on with that turn. */
  async #resume(held: HeldTurn, abort: AbortController): Promise<void> {
    this.#turn = held.turn;
    const decision = await this.#parts.desk.resume(held.approval, abort.signal);
    this.#ended(await this.#work({ ...held, going: { held, decision } }, abort.signal));
  }

  async #say(spoken: Spoken, origin: UserOrigin): Promise<void> {
    const { messages, publisher, memory, said } = this.#parts;
    const message = await this.#message(messages, spoken, origin);
    said(message);
    publisher.emit({ type: 'message.end', message });
    memory.messages.push(message);
  }

  #message(messages: WorkParts['messages'], spoken: Spoken, origin: UserOrigin): UserMessage | Promise<UserMessage> {
    switch (origin) {
      case 'notice':
        return messages.notice(spoken.text);
      case 'result':
        return messages.results();
      case 'prompt':
      case 'steer':
        return messages.said(spoken, origin);
    }
  }
}
