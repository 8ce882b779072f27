import type { Command } from '../../shared/commands.ts';
import type { Delivery, KeptEvent } from '../../shared/events.ts';
import type { QueueItemId, TurnId } from '../../shared/ids.ts';
import type { Message, UserMessage, UserOrigin } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Mode } from '../../shared/session.ts';
import type { ToolSet } from '../tools/tool.ts';
import { runTurn } from '../turn/run-turn.ts';
import { newMessageId, type TurnOutcome } from '../turn/turn.ts';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.ts';
import { conversationOf, titleOf } from './conversation.ts';
import { editItem, type Inbox, moveItem, removeItem, type Taken, takeNext, takeNow } from './inbox.ts';
import { modeNotice } from './mode-notice.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { closeHalfTurn } from './recovery.ts';
import { cacheKeyOf, restore, UNKNOWN_MODE } from './restore.ts';
import { type Session, type SessionDeps, type StaticContext, UNTITLED } from './session.ts';
import { endEvent, failedOutcome } from './turn-end.ts';

const CONTINUE = 'Go on from where you stopped. Check what was already done before repeating anything.';

/** See `Session`. A log that ends inside a turn is made whole before this returns. */
export function createSession(deps: SessionDeps): Session {
  return new LiveSession(deps);
}

class LiveSession implements Session {
  readonly #deps: SessionDeps;
  readonly #publisher: Publisher;
  readonly #desk: ApprovalDesk;
  readonly #conversation: Message[];
  #title: string;
  #model: string;
  #turns: number;
  #inbox: Inbox;
  #mode: Mode;
  #context: StaticContext | undefined;
  #tools: ToolSet | undefined;
  #running: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  #broken: Problem | undefined;
  #closed = false;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const { log, clock, ids } = deps;
    this.#broken = log.readOnly;
    this.#publisher = createPublisher({ session: log.id, log, clock, show: deps.show, failed: (problem) => this.#logFailed(problem) });
    this.#desk = createApprovalDesk({ ids, emit: this.#publisher.emit, policy: deps.approvals });
    const added = log.readOnly ? [] : [...beginning(deps), ...closeHalfTurn(log.events)];
    const whole = [...log.events, ...added.map((event) => ({ time: 0, event }))];
    this.#conversation = conversationOf(whole);
    const { title, model, turns, inbox, mode } = restore(whole);
    [this.#title, this.#model, this.#turns, this.#inbox, this.#mode] = [title, model, turns, inbox, mode ?? 'plan'];
    if (mode === undefined) this.#broken ??= UNKNOWN_MODE;
    if (log.repaired && !log.readOnly) {
      this.#publisher.emit({ type: 'notice', level: 'warning', code: 'repaired_log', message: log.repaired });
    }
    for (const event of added) this.#publisher.emit(event);
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

  get running(): boolean {
    return this.#running !== undefined;
  }

  events(): ReturnType<Session['events']> {
    return this.#publisher.kept();
  }

  snapshot(): ReturnType<Session['snapshot']> {
    return this.#publisher.snapshot();
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running.done;
    await this.#publisher.flush();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#running?.abort.abort();
    await this.idle();
    await this.#tools?.close();
    this.#publisher.emit({ type: 'session.end' });
    await this.#publisher.flush();
    await this.#deps.log.close();
  }

  command(command: Command): Result<null, Problem> {
    if (this.#broken) return err(this.#broken);
    switch (command.type) {
      case 'prompt':
        return this.#prompt(command.text, command.delivery);
      case 'continue':
        return this.#continue();
      case 'stop':
        this.#running?.abort.abort();
        return ok(null);
      case 'approval.answer':
        return this.#desk.answer(command.approval, command.decision) ? ok(null) : err(gone('That question was already answered.'));
      case 'queue.edit':
        return this.#queue(editItem(this.#inbox, command.item, command.text));
      case 'queue.remove':
        return this.#queue(removeItem(this.#inbox, command.item));
      case 'queue.move':
        return this.#queue(moveItem(this.#inbox, command.item, command.to));
      case 'session.rename':
        return this.#update({ title: command.title });
      case 'session.model':
        return this.#update({ model: command.model });
      case 'session.mode':
        return this.#update({ mode: command.mode });
    }
  }

  #prompt(text: string, delivery: Delivery): Result<null, Problem> {
    if (!this.#running) {
      this.#start({ text, origin: 'prompt' });
      return ok(null);
    }
    const item = { id: `q${this.#deps.ids.hex(8)}` as QueueItemId, text, delivery };
    return this.#queue([...this.#inbox, item]);
  }

  #continue(): Result<null, Problem> {
    if (this.#running) return err({ code: 'bad_request', message: 'A turn is already running.', hint: 'Wait for it, or stop it first.' });
    const waiting = this.#take(takeNext(this.#inbox));
    this.#start(waiting === undefined ? { text: CONTINUE, origin: 'notice' } : { text: waiting, origin: 'prompt' });
    return ok(null);
  }

  #queue(inbox: Inbox | undefined): Result<null, Problem> {
    if (!inbox) return err(gone('That message was already sent.'));
    this.#inbox = inbox;
    this.#publisher.emit({ type: 'queue.update', items: [...inbox] });
    return ok(null);
  }

  #take(taken: Taken | undefined): string | undefined {
    if (taken) this.#queue(taken.rest);
    return taken?.text;
  }

  #update(change: { readonly title?: string; readonly model?: string; readonly mode?: Mode }): Result<null, Problem> {
    this.#title = change.title ?? this.#title;
    this.#model = change.model ?? this.#model;
    this.#mode = change.mode ?? this.#mode;
    this.#publisher.emit({ type: 'session.update', ...change });
    return ok(null);
  }

  #start(prompt: { readonly text: string; readonly origin: UserOrigin }): void {
    const abort = new AbortController();
    this.#running = { abort, done: this.#turn(prompt, abort) };
  }

  /** Whoever sees the end of a turn can start the next. After one that ended by itself the next queued prompt starts, else the queue waits for the person. */
  #ended(stop: TurnOutcome['stop']): void {
    this.#running = undefined;
    if (stop !== 'complete' || this.#closed || this.#broken) return;
    const next = this.#take(takeNext(this.#inbox));
    if (next !== undefined) this.#start({ text: next, origin: 'prompt' });
  }

  async #turn(prompt: { readonly text: string; readonly origin: UserOrigin }, abort: AbortController): Promise<void> {
    const { clock, ids } = this.#deps;
    const started = clock.monotonic();
    const turn = `t${ids.hex(8)}` as TurnId;
    this.#turns += 1;
    this.#publisher.emit({ type: 'turn.start', turn, model: this.#model });
    this.#say(prompt.text, prompt.origin);
    const outcome = await this.#run(abort.signal).catch((bug: unknown) => this.#crashed(bug));
    this.#publisher.emit(endEvent(turn, outcome, clock.monotonic() - started));
    this.#ended(outcome.stop);
  }

  /** A bug in the turn: calls without a result get one, so that the conversation can go on. */
  async #crashed(bug: unknown): Promise<TurnOutcome> {
    await this.#publisher.flush();
    this.#deps.logger.log('error', 'a turn failed unexpectedly', {
      error: String(bug),
      stack: bug instanceof Error ? bug.stack : undefined,
    });
    for (const event of closeHalfTurn(this.#publisher.kept())) if (event.type !== 'turn.end') this.#publisher.emit(event);
    await this.#publisher.flush();
    this.#conversation.splice(0, this.#conversation.length, ...conversationOf(this.#publisher.kept()));
    return failedOutcome({
      code: 'internal',
      message: 'The turn failed because of a fault in Steiner.',
      hint: 'Continue to go on; if it happens again, report it with the log file.',
      safe: 'Everything above is kept.',
    });
  }

  #message(text: string, origin: UserOrigin): UserMessage {
    return { role: 'user', id: newMessageId(this.#deps.ids), origin, notice: modeNotice(this.#mode), text };
  }

  #say(text: string, origin: UserOrigin): UserMessage {
    const message = this.#message(text, origin);
    if (this.#title === UNTITLED && origin === 'prompt') this.#update({ title: titleOf(message) });
    this.#publisher.emit({ type: 'message.end', message });
    this.#conversation.push(message);
    return message;
  }

  async #run(signal: AbortSignal): Promise<TurnOutcome> {
    const { clock, ids, limits } = this.#deps;
    const model = await this.#deps.resolveModel(this.#model);
    if (!model.ok) return failedOutcome(model.error);
    const context = await this.#staticContext();
    if (!context.ok) return failedOutcome(context.error);
    this.#tools ??= this.#deps.tools(() => this.#mode);
    return runTurn(
      {
        model: model.value,
        tools: this.#tools,
        clock,
        ids,
        limits,
        ...context.value,
        cacheKey: cacheKeyOf(this.#publisher.kept(), this.id),
        signal,
        emit: this.#publisher.emit,
        drain: () => this.#drain(),
        ask: (call, question) => this.#desk.ask(call, question, signal),
      },
      this.#conversation,
    );
  }

  #drain(): UserMessage | undefined {
    const text = this.#take(takeNow(this.#inbox));
    return text === undefined ? undefined : this.#message(text, 'steer');
  }

  async #staticContext(): Promise<Result<StaticContext, Problem>> {
    if (this.#context) return ok(this.#context);
    const context = await this.#deps.context();
    if (context.ok) this.#context = context.value;
    return context;
  }

  #logFailed(problem: Problem): void {
    this.#broken = problem;
    this.#running?.abort.abort();
  }
}

function beginning({ log, begin }: SessionDeps): readonly KeptEvent[] {
  return log.events.length > 0 ? [] : [{ type: 'session.start', session: log.id, title: UNTITLED, ...begin }];
}

function gone(message: string): Problem {
  return { code: 'bad_request', message, hint: 'Nothing was changed.' };
}
