import type { ContextReport } from '../../shared/context.ts';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import { fold } from '../../shared/fold.ts';
import type { UserMessage } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Mode, Orchestration } from '../../shared/session.ts';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.ts';
import { ContextKeeper } from './context-keeper.ts';
import { titleOf } from './conversation.ts';
import { Driver } from './driver.ts';
import { Episode } from './episode.ts';
import { type HeldTurn, heldTurn } from './held-turn.ts';
import { Kept } from './kept.ts';
import { type LeafEvent, moveLeaf } from './leaf.ts';
import { lostWork } from './lost-work.ts';
import type { Memory } from './memory.ts';
import { type Opened, openedFrom } from './opened.ts';
import { createPublisher, type Publisher } from './publisher.ts';
import { Queue } from './queue.ts';
import { closeHalfTurn } from './recovery.ts';
import { RequestBases } from './request-base.ts';
import { beginning, repairNotice, restore, UNKNOWN_MODE } from './restore.ts';
import { type Given, type Session, type SessionCommand, type SessionDeps, UNTITLED } from './session.ts';
import { SideDesk } from './side-desk.ts';
import { SkillBook } from './skill-book.ts';
import { RUNNING, WAITING } from './turn-end.ts';
import { UserMessages } from './user-messages.ts';

/** See `Session`. A log that ends inside a turn is made whole before this returns, or goes on with the question that waited in it. */
export function createSession(deps: SessionDeps): Session {
  return new LiveSession(deps);
}

/** What the log lacks to be whole, its children first: what they found answers calls and ends work. A turn that goes on is left open. */
function addedAtOpening(deps: SessionDeps, opened: Opened, held: HeldTurn | undefined): readonly KeptEvent[] {
  const events = withLost(deps, opened);
  return [
    ...beginning(deps, opened),
    ...repairNotice(deps.log),
    ...(deps.lost ?? []),
    ...(held ? [] : closeHalfTurn(events)),
    ...lostWork(events),
  ];
}

/** What is open at the end of the log, once its children are told. */
function withLost({ lost = [] }: SessionDeps, { events }: Opened): readonly Stamped[] {
  const time = events.at(-1)?.time ?? 0;
  return [...events, ...lost.map((event) => ({ time, event }))];
}

class LiveSession implements Session {
  readonly #deps: SessionDeps;
  readonly kept: Kept;
  readonly #publisher: Publisher;
  readonly #desk: ApprovalDesk;
  readonly #memory: Memory;
  readonly #keeper: ContextKeeper;
  readonly #bases: RequestBases;
  readonly #queue: Queue;
  readonly #skills: SkillBook;
  readonly #driver: Driver;
  #title: string;
  #model: string;
  #turns: number;
  #mode: Mode;
  #broken: Problem | undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const { log, clock, ids } = deps;
    this.#broken = log.readOnly;
    const opened = deps.opened ?? openedFrom(log.events);
    const kept = new Kept(log, opened);
    this.kept = kept;
    this.#publisher = createPublisher({ log, kept, clock, show: deps.show, failed: (problem) => this.#logFailed(problem) });
    this.#desk = createApprovalDesk({ ...deps, session: log.id, emit: this.#publisher.emit });
    const held = log.readOnly || deps.unwatched ? undefined : heldTurn(withLost(deps, opened));
    const added = log.readOnly ? [] : addedAtOpening(deps, opened, held);
    const { memory } = opened;
    memory.extend(added);
    this.#memory = memory;
    const publisher = this.#publisher;
    const { emit } = publisher;
    const mode = () => this.#mode;
    const view = fold(
      kept.transcript.view,
      added.map((event) => ({ time: 0, event })),
    );
    const restored = restore(view, kept.trace.turn);
    [this.#title, this.#model, this.#turns, this.#mode] = [restored.title, restored.model, restored.turns, restored.mode ?? 'plan'];
    const side = new SideDesk({ ...restored, clock, emit, changed: () => this.#driver.reconsider() });
    this.#skills = new SkillBook({ events: opened.events, memory, emit });
    const messages = new UserMessages({ ...deps, attach: deps.attach, mode, skills: this.#skills, side });
    const other = deps.compactionModel ?? (async () => undefined);
    this.#keeper = new ContextKeeper({
      memory,
      clock,
      ids,
      mode,
      skills: this.#skills,
      other,
      emit,
      restated: () => messages.stillRunning(),
    });
    this.#bases = new RequestBases({ deps, mode, kept, side });
    this.#queue = new Queue(restored.inbox, ids, emit);
    this.#driver = new Driver({
      ...{
        deps,
        publisher,
        memory,
        messages,
        side,
        episode: new Episode(),
        keeper: this.#keeper,
        bases: this.#bases,
        queue: this.#queue,
        desk: this.#desk,
      },
      ...{ model: () => this.#model, broken: () => this.#broken, held: restored.held, turn: restored.turn },
      begins: () => {
        this.#turns += 1;
      },
      said: (message) => this.#said(message),
    });
    if (restored.mode === undefined) this.#broken ??= UNKNOWN_MODE;
    for (const event of added) emit(event);
    if (held) this.#driver.take(held, deps.approvals === 'person' && !this.#broken);
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
    return this.#driver.running;
  }

  get state(): Session['state'] {
    return this.#driver.state;
  }

  get held(): Session['held'] {
    return this.#driver.held;
  }

  async ready({ type }: SessionCommand): Promise<void> {
    if (type === 'compaction.undo' && !this.running) await this.#keeper.ready(this.#publisher);
  }

  snapshot(): ReturnType<Session['snapshot']> {
    return this.#publisher.snapshot();
  }

  async context(): Promise<Result<ContextReport, Problem>> {
    const base = await this.#bases.peek(this.#model);
    return base.ok ? ok(await this.#keeper.report(base.value, this.#deps.changedSources)) : base;
  }

  async idle(): Promise<void> {
    await this.#driver.settled();
    await this.#publisher.flush();
  }

  shown(): Promise<void> {
    return this.#publisher.flush();
  }

  async close(): Promise<void> {
    if (!this.#deps.unwatched && this.#desk.suspend()) this.#publisher.cut();
    this.#driver.close();
    await this.idle();
    await this.#bases.close();
    this.#publisher.emit({ type: 'session.end' });
    await this.#publisher.flush();
    await this.#deps.log.close();
  }

  command(command: SessionCommand, given?: Given): Result<null, Problem> {
    if (this.#broken) return err(this.#broken);
    const stale = command.type === 'queue.edit' && !this.#queue.has(command.item);
    if (given && !stale) this.#take(given);
    switch (command.type) {
      case 'prompt':
        return this.#driver.prompt({ text: command.text, attachments: command.attachments ?? [] }, command.delivery);
      case 'continue':
        return this.#driver.proceed();
      case 'stop':
        return this.#driver.stop(command.turn);
      case 'approval.answer':
        return this.#desk.answer(command.approval, command.decision);
      case 'approval.look':
        this.#desk.look(command.approval);
        return ok(null);
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
        return this.#driver.compact(command.focus);
      case 'compaction.undo':
        return this.running ? err(RUNNING) : this.#keeper.undo(command.generation);
      case 'session.orchestration':
        return this.#orchestrate(command.level);
      case 'message.pin':
        return this.#keeper.pin(command.message, command.pinned);
    }
  }

  moveLeaf(event: LeafEvent): Promise<Result<null, Problem>> {
    const refused = () => this.#broken ?? (this.running ? RUNNING : this.state === 'waiting' && !this.held ? WAITING : undefined);
    return moveLeaf(event, { publisher: this.#publisher, memory: this.#memory, refused });
  }

  #orchestrate(level: Orchestration): Result<null, Problem> {
    if (this.#bases.orchestrate(level))
      this.#publisher.emit({ type: 'notice', level: 'info', code: 'problem', message: ORCHESTRATED[level] });
    return ok(null);
  }

  #take({ skills, mode = this.#mode }: Given): void {
    this.#skills.activate(skills);
    if (mode !== this.#mode) this.#update({ mode });
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

  /** The first prompt gives the title. */
  #said(message: UserMessage): void {
    if (this.#title === UNTITLED && message.origin === 'prompt') this.#update({ title: titleOf(message) });
  }

  #logFailed(problem: Problem): void {
    this.#broken = problem;
    this.#driver.abort();
  }
}

const ORCHESTRATED: Readonly<Record<Orchestration, string>> = {
  standard: 'From the next turn on the model hands work out by default and leads it. The next request sends the whole conversation anew.',
  low: 'From the next turn on the model works itself and may hand work out. The next request sends the whole conversation anew.',
};
