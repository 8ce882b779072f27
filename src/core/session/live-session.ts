import type { Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { ContextReport } from '../../shared/context.ts';
import type { Delivery } from '../../shared/events.ts';
import type { TurnId } from '../../shared/ids.ts';
import type { UserOrigin } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Mode } from '../../shared/session.ts';
import type { TurnOutcome } from '../turn/turn.ts';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.ts';
import { ContextKeeper, failEvent, NOT_STARTED } from './context-keeper.ts';
import { titleOf } from './conversation.ts';
import { closeNow, type HeldTurn, heldTurn } from './held-turn.ts';
import { type LeafEvent, moveLeaf } from './leaf.ts';
import { Memory } from './memory.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { Queue } from './queue.ts';
import { closeHalfTurn } from './recovery.ts';
import { RequestBases } from './request-base.ts';
import { beginning, repairNotice, restore, UNKNOWN_MODE } from './restore.ts';
import { type Given, type Session, type SessionDeps, UNTITLED } from './session.ts';
import { SkillBook } from './skill-book.ts';
import { CONTINUE, RUNNING, reportBug } from './turn-end.ts';
import { createTurnWork, type TurnWork } from './turn-work.ts';
import { UserMessages } from './user-messages.ts';

/** See `Session`. A log that ends inside a turn is made whole before this returns, or goes on with the question that waited in it. */
export function createSession(deps: SessionDeps): Session {
  return new LiveSession(deps);
}

class LiveSession implements Session {
  readonly #deps: SessionDeps;
  readonly #publisher: Publisher;
  readonly #desk: ApprovalDesk;
  readonly #memory: Memory;
  readonly #keeper: ContextKeeper;
  readonly #bases: RequestBases;
  readonly #queue: Queue;
  readonly #skills: SkillBook;
  readonly #messages: UserMessages;
  readonly #work: TurnWork;
  #title: string;
  #model: string;
  #turns: number;
  #mode: Mode;
  /** A compaction that was asked for while a turn ran. */
  #compaction: { readonly focus: string | undefined } | undefined;
  #running: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  /** A turn that waits for an answer which nobody here can give. */
  #held: HeldTurn | undefined;
  #broken: Problem | undefined;
  #closed = false;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const { log, clock, ids } = deps;
    this.#broken = log.readOnly;
    this.#publisher = createPublisher({ session: log.id, log, clock, show: deps.show, failed: (problem) => this.#logFailed(problem) });
    this.#desk = createApprovalDesk({ ...deps, session: log.id, emit: this.#publisher.emit });
    const held = log.readOnly ? undefined : heldTurn(log.events);
    const added = log.readOnly ? [] : [...beginning(deps), ...repairNotice(log), ...(held ? [] : closeHalfTurn(log.events))];
    const whole = [...log.events, ...added.map((event) => ({ time: 0, event }))];
    this.#memory = new Memory(whole);
    const modeNow = () => this.#mode;
    const other = deps.compactionModel ?? (async () => undefined);
    const { emit } = this.#publisher;
    this.#skills = new SkillBook({ events: whole, memory: this.#memory, emit });
    this.#messages = new UserMessages({ ...deps, attach: deps.attach, mode: modeNow, skills: this.#skills });
    this.#keeper = new ContextKeeper({ memory: this.#memory, clock, ids, mode: modeNow, skills: this.#skills, other, emit });
    this.#bases = new RequestBases({ deps, mode: modeNow, kept: () => this.#publisher.kept() });
    const { title, model, turns, inbox, mode } = restore(whole);
    [this.#title, this.#model, this.#turns, this.#mode] = [title, model, turns, mode ?? 'plan'];
    this.#queue = new Queue(inbox, ids, this.#publisher.emit);
    this.#work = createTurnWork({
      ...{ deps, publisher: this.#publisher, memory: this.#memory, keeper: this.#keeper, bases: this.#bases },
      ...{ queue: this.#queue, desk: this.#desk, messages: this.#messages, model: () => this.#model },
    });
    if (mode === undefined) this.#broken ??= UNKNOWN_MODE;
    for (const event of added) this.#publisher.emit(event);
    if (held && deps.approvals === 'person' && !this.#broken) this.#run((abort) => this.#resume(held, abort));
    else this.#held = held;
  }

  get id(): Session['id'] {
    return this.#deps.log.id;
  }

  get title(): string {
    return this.#title;
  }

  get model(): string {
    return this.#model;
  }

  get mode(): Mode {
    return this.#mode;
  }

  get turns(): number {
    return this.#turns;
  }

  get broken(): Problem | undefined {
    return this.#broken;
  }

  get waiting(): boolean {
    return this.#desk.waiting;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  events(): ReturnType<Session['events']> {
    return this.#publisher.kept();
  }

  snapshot(): ReturnType<Session['snapshot']> {
    return this.#publisher.snapshot();
  }

  async context(): Promise<Result<ContextReport, Problem>> {
    const base = await this.#bases.peek(this.#model);
    if (!base.ok) return base;
    const { sources = [] } = base.value;
    return ok(this.#keeper.report(base.value, await this.#deps.changedSources(sources, this.#skills.wanted)));
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running.done;
    await this.#publisher.flush();
  }

  shown(): Promise<void> {
    return this.#publisher.flush();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#desk.suspend()) this.#publisher.cut();
    this.#running?.abort.abort();
    await this.idle();
    await this.#bases.close();
    this.#publisher.emit({ type: 'session.end' });
    await this.#publisher.flush();
    await this.#deps.log.close();
  }

  command(command: Command, given?: Given): Result<null, Problem> {
    if (this.#broken) return err(this.#broken);
    if (given) this.#take(given);
    switch (command.type) {
      case 'prompt':
        return this.#prompt({ text: command.text, attachments: command.attachments ?? [] }, command.delivery);
      case 'continue':
        return this.#continue();
      case 'stop':
        this.#running?.abort.abort();
        return ok(null);
      case 'approval.answer':
        return this.#desk.answer(command.approval, command.decision);
      case 'queue.edit':
      case 'queue.remove':
      case 'queue.move':
        return this.#queue.command(command);
      case 'session.rename':
        return this.#update({ title: command.title });
      case 'session.model':
        return this.#update({ model: command.model });
      case 'session.mode':
        return this.#update({ mode: command.mode });
      case 'session.skill':
        if (!command.active) this.#skills.deactivate(command.name);
        return ok(null);
      case 'pause.cancel':
        this.#publisher.emit({ type: 'pause.cancel' });
        return ok(null);
      case 'session.compact':
        return this.#compact(command.focus);
      case 'compaction.undo':
        return this.#running ? err(RUNNING) : this.#keeper.undo(command.generation);
      case 'message.pin':
        return this.#keeper.pin(command.message, command.pinned);
    }
  }

  moveLeaf(event: LeafEvent): Promise<Result<null, Problem>> {
    const refused = () => this.#broken ?? (this.#running ? RUNNING : undefined);
    return moveLeaf(event, { publisher: this.#publisher, memory: this.#memory, refused });
  }

  #take({ skills, mode = this.#mode }: Given): void {
    this.#skills.activate(skills);
    if (mode !== this.#mode) this.#update({ mode });
  }

  #prompt(spoken: Spoken, delivery: Delivery): Result<null, Problem> {
    if (this.#running) this.#queue.add(spoken, delivery);
    else this.#start(spoken, 'prompt');
    return ok(null);
  }

  #continue(): Result<null, Problem> {
    if (this.#running) return err(RUNNING);
    const waiting = this.#queue.takeNext();
    if (waiting) this.#start(waiting, 'prompt');
    else this.#start({ text: CONTINUE, attachments: [] }, 'notice');
    return ok(null);
  }

  #update(change: { readonly title?: string; readonly model?: string; readonly mode?: Mode }): Result<null, Problem> {
    this.#title = change.title ?? this.#title;
    this.#model = change.model ?? this.#model;
    this.#mode = change.mode ?? this.#mode;
    this.#publisher.emit({ type: 'session.update', ...change });
    const ended = change.mode && this.#bases.enter(change.mode);
    if (ended) this.#publisher.emit({ type: 'notice', level: 'info', code: 'problem', message: ended });
    return ok(null);
  }

  #start(spoken: Spoken, origin: UserOrigin): void {
    if (this.#held) closeNow(this.#publisher, this.#memory);
    this.#held = undefined;
    this.#run((abort) => this.#turn({ spoken, origin }, abort));
  }

  #run(turn: (abort: AbortController) => Promise<void>): void {
    const abort = new AbortController();
    this.#running = { abort, done: turn(abort) };
  }

  /** Whoever sees the end of a turn can start the next. After one that ended by itself the next queued prompt starts, else the queue waits for the person. */
  #ended(stop: TurnOutcome['stop']): void {
    this.#running = undefined;
    const compaction = this.#compaction;
    this.#compaction = undefined;
    if (this.#closed || this.#broken) return;
    if (compaction && stop !== 'cancelled') {
      this.#startCompaction(compaction.focus, stop);
      return;
    }
    if (compaction) this.#publisher.emit(failEvent('manual', NOT_STARTED));
    const next = stop === 'complete' ? this.#queue.takeNext() : undefined;
    if (next) this.#start(next, 'prompt');
  }

  #compact(focus: string | undefined): Result<null, Problem> {
    if (!this.#running) this.#startCompaction(focus, this.#queue.empty ? 'complete' : 'cancelled');
    else {
      this.#compaction = { focus };
      this.#publisher.emit({ type: 'compaction.start', cause: 'manual', stage: 'normal', waits: true });
    }
    return ok(null);
  }

  /** `then` is how the turn before it ended: it decides whether the queue goes on. */
  #startCompaction(focus: string | undefined, then: TurnOutcome['stop']): void {
    const abort = new AbortController();
    const done = this.#runCompaction(focus, abort.signal)
      .catch((bug: unknown) => reportBug(this.#deps.logger, 'a compaction failed unexpectedly', bug))
      .then(() => this.#ended(then));
    this.#running = { abort, done };
  }

  async #runCompaction(focus: string | undefined, signal: AbortSignal): Promise<void> {
    const base = await this.#bases.for(this.#model);
    if (base.ok) await this.#keeper.compact(base.value, focus, signal);
    else this.#publisher.emit(failEvent('manual', { stop: 'failed', problem: base.error }));
  }

  async #turn(prompt: { readonly spoken: Spoken; readonly origin: UserOrigin }, abort: AbortController): Promise<void> {
    const turn = `t${this.#deps.ids.hex(8)}` as TurnId;
    this.#turns += 1;
    this.#publisher.emit({ type: 'turn.start', turn, model: this.#model });
    await this.#say(prompt.spoken, prompt.origin);
    this.#ended(await this.#work({ turn, elapsed: 0 }, abort.signal));
  }

  /** Asks again what was open when Steiner ended, and goes on with that turn. */
  async #resume(held: HeldTurn, abort: AbortController): Promise<void> {
    const decision = await this.#desk.resume(held.approval, abort.signal);
    this.#ended(await this.#work({ ...held, going: { held, decision } }, abort.signal));
  }

  async #say(spoken: Spoken, origin: UserOrigin): Promise<void> {
    const message = origin === 'notice' ? this.#messages.notice(spoken.text) : await this.#messages.said(spoken, origin);
    if (this.#title === UNTITLED && origin === 'prompt') this.#update({ title: titleOf(message) });
    this.#publisher.emit({ type: 'message.end', message });
    this.#memory.messages.push(message);
  }

  #logFailed(problem: Problem): void {
    this.#broken = problem;
    this.#running?.abort.abort();
  }
}
