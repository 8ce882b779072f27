import type { ContextReport } from '../../shared/context.ts';
import type { Envelope, KeptEvent } from '../../shared/events.ts';
import { type SessionId, sessionIdSchema } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { SessionSnapshot } from '../../shared/session-snapshot.ts';
import type { Clock, Ids } from '../lib/ports.ts';
import { createSession } from '../session/live-session.ts';
import { Opened } from '../session/opened.ts';
import { type Given, type Session, type SessionCommand, type SessionDeps, UNTITLED } from '../session/session.ts';
import { unreadable } from '../store/fs-problem.ts';
import type { See, SessionLog, SessionStore } from '../store/session-log.ts';
import { busyProblem, isBusy } from './busy.ts';
import { QuotaPauses } from './quota-pauses.ts';
import { type ChildOrigin, type ChildStart, originOf, type SessionStart } from './session-start.ts';
import { mergeSummaries, summaryOf } from './session-summary.ts';

export interface LogAtOpening extends Pick<SessionLog, 'events' | 'readOnly'> {
  readonly id: SessionId;
}

export interface LiveSessionsOptions {
  readonly project: string;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** `start` is what a new session starts with, `origin` what makes it a child. */
  readonly depsFor: (id: SessionId, origin: ChildOrigin | undefined, start?: SessionStart) => Omit<SessionDeps, 'log' | 'show'>;
  /** What a log that is opened lacks: of its children, and of what was cut off. */
  readonly lost: (log: LogAtOpening) => Promise<readonly KeptEvent[]>;
  /** Whether a child of the session waits for a person. */
  readonly asks: (id: SessionId) => boolean;
  /** Before a session closes. */
  readonly closing: (id: SessionId) => Promise<void>;
  /** Nothing of it goes on any more. */
  readonly closed: (id: SessionId) => void;
  readonly show: (envelope: Envelope) => void;
  /** Tells when the files of a session that another process holds may no longer be held, until it is stopped. */
  readonly watch: (id: SessionId) => () => void;
  /** Whether sessions that stopped at a usage limit go on by themselves, also those of an earlier start. */
  readonly resume: boolean;
  /** Asked at the reset: whether the session goes on, or stays as it is. */
  readonly goesOn: () => boolean;
}

type OpenLog = (see: See) => Promise<Result<SessionLog, Problem>>;

/** The sessions of one project that this process has open. Opening one twice gives the same session. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #open = new Map<SessionId, Promise<Result<Session, Problem>>>();
  readonly #live = new Map<SessionId, Session>();
  /** Of those, the children. */
  readonly #origins = new Map<SessionId, ChildOrigin>();
  readonly #pauses: QuotaPauses;
  readonly #resumed = new Set<SessionId>();
  /** Of those that another process holds; each is looked at until it is opened anew. */
  readonly #watched = new Map<SessionId, () => void>();
  /** Of those, the ones that nobody holds any more. */
  readonly #freed = new Set<SessionId>();
  #stored: readonly SessionSummary[] = [];

  constructor(options: LiveSessionsOptions) {
    this.#options = options;
    this.#pauses = new QuotaPauses(options.clock, (session) => {
      void this.command({ type: options.goesOn() ? 'continue' : 'pause.cancel', session });
    });
  }

  /** Reads the stored summaries afresh. */
  async list(): Promise<readonly SessionSummary[]> {
    this.#stored = await this.#options.store.list(this.#options.project);
    for (const { id, readOnly } of this.#stored) if (!readOnly && this.#watched.has(id)) this.#freed.add(id);
    this.#openPaused();
    return this.summaries();
  }

  /** As `list`, from what was read last. */
  summaries(): readonly SessionSummary[] {
    return mergeSummaries(
      this.#stored,
      [...this.#live.values()].filter(({ id }) => !this.#origins.has(id)).map((session) => this.#summary(session)),
    );
  }

  /** A session nobody has used yet is given again instead of making another. */
  async create(start: SessionStart): Promise<Result<SessionSnapshot, Problem>> {
    const { model, mode } = start;
    const fits = (session: Session) => isUnused(session) && session.model === model && session.mode === mode;
    const unused = [...this.#live.values()].find((session) => !this.#origins.has(session.id) && fits(session));
    if (unused) return ok(this.#snapshot(unused));
    const id = sessionIdSchema.parse(this.#options.ids.hex(16));
    const { project, store } = this.#options;
    return this.#opened(id, () => store.create({ id, project, title: UNTITLED, model }), start);
  }

  /** A session that could not be written any more is opened anew: what stood in the way may be gone. */
  async open(id: SessionId): Promise<Result<SessionSnapshot, Problem>> {
    if (this.#live.get(id)?.broken) await this.close(id);
    return this.#opened(id, (see) => this.#options.store.open(this.#options.project, id, see));
  }

  /** Not among the sessions that are listed. */
  async startChild(id: SessionId, start: ChildStart): Promise<Result<Session, Problem>> {
    const { project, store } = this.#options;
    const { title, model } = start;
    const made = await this.#opened(id, () => store.create({ id, project, title, model }), start);
    return made.ok ? this.#load(id) : made;
  }

  async command(command: SessionCommand, given?: Given): Promise<Result<null, Problem>> {
    const opened = await this.#session(command.session);
    if (!opened.ok) return opened;
    await opened.value.ready(command);
    return opened.value.command(command, given);
  }

  /** Whether any session of the project works or waits for what it started. */
  get busy(): boolean {
    return [...this.#live.values()].some(isBusy);
  }

  /** Opens the session when it is not. */
  session(id: SessionId): Promise<Result<Session, Problem>> {
    return this.#session(id);
  }

  /** What makes a session that is open a child. */
  originOf(id: SessionId): ChildOrigin | undefined {
    return this.#origins.get(id);
  }

  isOpen(id: SessionId): boolean {
    return this.#open.has(id);
  }

  /** Why something is not done to the session as it is; see `busyProblem`. */
  busyProblem(id: SessionId, then: string): Problem | undefined {
    return busyProblem(this.#live.get(id), then);
  }

  async contextOf(id: SessionId): Promise<Result<ContextReport, Problem>> {
    const opened = await this.#session(id);
    return opened.ok ? opened.value.context() : opened;
  }

  async close(id: SessionId): Promise<void> {
    await this.#options.closing(id);
    const opened = await this.#open.get(id);
    this.#open.delete(id);
    this.#live.delete(id);
    this.#origins.delete(id);
    this.#watched.get(id)?.();
    this.#watched.delete(id);
    this.#freed.delete(id);
    const paused = this.#pauses.forget(id);
    if (!opened?.ok) return;
    if (paused && !this.#options.resume) opened.value.command({ type: 'pause.cancel', session: id });
    await opened.value.close();
    this.#options.closed(id);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }

  /** Sessions that wait for a reset do so wherever they are looked at or not. */
  #openPaused(): void {
    if (!this.#options.resume) return;
    for (const { id, parent, resumesAt } of this.#stored) {
      if (resumesAt === undefined || parent !== undefined || this.#open.has(id) || this.#resumed.has(id)) continue;
      this.#resumed.add(id);
      void this.open(id);
    }
  }

  #session(id: SessionId): Promise<Result<Session, Problem>> {
    return this.#open.get(id) ?? this.#load(id);
  }

  async #load(id: SessionId): Promise<Result<Session, Problem>> {
    const snapshot = await this.open(id);
    const session = this.#live.get(id);
    if (!snapshot.ok) return snapshot;
    if (!session) return err({ code: 'session_missing', message: 'The session was closed.', hint: 'Open it again.' });
    return ok(session);
  }

  async #opened(id: SessionId, openLog: OpenLog, start?: SessionStart | ChildStart): Promise<Result<SessionSnapshot, Problem>> {
    const opening = this.#open.get(id) ?? this.#start(id, openLog, start);
    this.#open.set(id, opening);
    const session = await opening;
    if (session.ok) return ok(this.#snapshot(session.value));
    this.#open.delete(id);
    return session;
  }

  async #start(id: SessionId, openLog: OpenLog, start?: SessionStart | ChildStart): Promise<Result<Session, Problem>> {
    const found = await readOpened(openLog);
    if (!found.ok) return found;
    const { log, opened } = found.value;
    const { events } = opened;
    const origin = start && 'origin' in start ? start.origin : originOf(events);
    const show: SessionDeps['show'] = (envelope) => {
      this.#options.show(envelope);
      if (!origin) this.#pauses.see(id, envelope.event);
    };
    const lost = await this.#options.lost({ id, events, readOnly: log.readOnly });
    const deps = this.#options.depsFor(id, origin, start);
    const session = createSession({ ...deps, lost, log, opened, show });
    if (origin) this.#origins.set(id, origin);
    else if (this.#options.resume) this.#pauses.opened(id, session.kept.trace.word);
    this.#live.set(id, session);
    if (log.readOnly?.code === 'session_locked') this.#watched.set(id, this.#options.watch(id));
    await session.shown();
    return ok(session);
  }

  /** What nobody holds any more can be written once it is opened anew. */
  #summary(session: Session): SessionSummary {
    const { clock, asks } = this.#options;
    const summary = summaryOf(session, clock.now(), asks(session.id));
    return this.#freed.has(session.id) ? { ...summary, readOnly: false } : summary;
  }

  #snapshot(session: Session): SessionSnapshot {
    const { broken, id } = session;
    const origin = this.#origins.get(id);
    const summary = { ...this.#summary(session), ...(origin ? { parent: origin.parent } : {}) };
    return { summary, ...session.snapshot(), ...(broken ? { problem: broken } : {}) };
  }
}

interface OpenedLog {
  readonly log: SessionLog;
  readonly opened: Opened;
}

async function readOpened(openLog: OpenLog): Promise<Result<OpenedLog, Problem>> {
  const opened = new Opened();
  const log = await openLog((stamped) => opened.add(stamped));
  if (!log.ok) return log;
  try {
    if (opened.looksBack) opened.recall(await log.value.read(0, opened.trace.count));
  } catch (failure) {
    await log.value.close();
    return err(unreadable(failure, 'its place'));
  }
  return ok({ log: log.value, opened });
}

function isUnused(session: Session): boolean {
  return session.turns === 0 && session.title === UNTITLED && !session.broken;
}
