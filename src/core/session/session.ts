import type { Attachment, Spoken } from '../../shared/attachments.ts';
import type { Command } from '../../shared/commands.ts';
import type { ContextReport } from '../../shared/context.ts';
import type { Envelope, KeptEvent, Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Message } from '../../shared/messages.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { Mode, Orchestration } from '../../shared/session.ts';
import type { HoldReason } from '../../shared/side-work.ts';
import type { ActiveSkill } from '../../shared/skills.ts';
import type { Clock, Ids, Logger } from '../lib/ports.ts';
import type { StaticSource } from '../prompt/static-context.ts';
import type { Model, ModelInfo } from '../providers/provider.ts';
import type { SessionLog } from '../store/session-log.ts';
import type { SideWorks, ToolSet } from '../tools/tool.ts';
import type { TurnLimits } from '../turn/turn.ts';
import type { ApprovalBook } from './approval-book.ts';
import type { ApprovalLine } from './approval-line.ts';
import type { Kept } from './kept.ts';
import type { LeafEvent } from './leaf.ts';
import type { Opened } from './opened.ts';
import type { Shown } from './publisher.ts';
import type { TurnCheckpoints } from './turn-checkpoint.ts';

/** The title until the first prompt gives one. */
export const UNTITLED = 'New session';

/** The static part of every request; made once per session and never changed, so that the provider's cache holds. */
export interface StaticContext {
  readonly system: string;
  readonly preface: readonly Message[];
  /** What the preface consists of, where that is known. */
  readonly sources?: readonly StaticSource[];
  /** Summaries are put in as few words as answers. */
  readonly terse?: boolean;
  /** Follows `system`. */
  readonly guidance?: Guidance;
}

/** A title is given to children alone; others have it from their first prompt. */
export interface Beginning
  extends Pick<Extract<KeptEvent, { type: 'session.start' }>, 'project' | 'model' | 'parent' | 'agent' | 'cacheKey'> {
  readonly mode: Mode;
  readonly title?: string;
}

/** What the system prompt says about children, by how much the session hands out, and how much that is at first. */
export interface Guidance {
  readonly level: Orchestration;
  readonly texts: Readonly<Record<Orchestration, string>>;
}

export interface SessionDeps {
  readonly log: SessionLog;
  /** Of what is in the log; made of its events when it is missing. */
  readonly opened?: Opened | undefined;
  /** What a log without any entry begins with. */
  readonly begin: Beginning;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly limits: TurnLimits;
  /** Called as each turn begins: what was configured since counts from here on, and until the turn's end. Gives the limits of that turn. */
  readonly turnBegins?: (() => TurnLimits) | undefined;
  /** By reference, at the start of each turn. */
  readonly resolveModel: (ref: string) => Result<Model, Problem> | Promise<Result<Model, Problem>>;
  /** Writes a summary that the session's own model could not; without one the summary is an extract, or the compaction fails. */
  readonly compactionModel?: (() => Promise<Model | undefined>) | undefined;
  /** Built at the first turn, once. */
  readonly context: () => Promise<Result<StaticContext, Problem>>;
  /** Built at the first turn, once, for the model that turn starts with. The mode, and what the session kept so far, are asked for at every call; `side` takes what goes on after a call. */
  readonly tools: (mode: () => Mode, kept: () => Promise<readonly Stamped[]>, model: ModelInfo, side: SideWorks) => ToolSet;
  /** Paths of instructions and skills that are no longer what was read for the context. */
  readonly changedSources: (sources: readonly StaticSource[], skills: readonly ActiveSkill[]) => Promise<ReadonlySet<string>>;
  /** What goes along with what a person says, asked for when the model is told. Default: what the person gave. */
  readonly attach?: (mode: () => Mode, spoken: Spoken) => Promise<readonly Attachment[]>;
  /** Without it the files of a turn are not kept. */
  readonly checkpoints?: TurnCheckpoints | undefined;
  /** Whether a repeated read is told to be one instead of being sent again; asked for at every turn. Default: it is sent again. */
  readonly annotatesReads?: (() => boolean) | undefined;
  readonly approvals: 'person' | 'refuse';
  /** Nobody reads along: a call that keeps failing is told to the model and not to a person, and a question that waits ends with the session. Default false. */
  readonly unwatched?: boolean | undefined;
  /** What its questions share with those of other sessions. */
  readonly line?: ApprovalLine | undefined;
  /** What the model is told when that refuses something. Default: that nobody is there. */
  readonly refusal?: string | undefined;
  /** What was not written when the log was written last: of the children how each ended, and what it answered; of a rewind, that it was taken back. */
  readonly lost?: readonly KeptEvent[] | undefined;
  /** Whether messages to the model begin with the mode. Default true. */
  readonly tellsMode?: boolean;
  /** The rules of the project, and where every answer is written down. */
  readonly book: ApprovalBook;
  /** Milliseconds after which a question nobody answered is denied. */
  readonly approvalTimeout?: number | undefined;
  readonly show: (envelope: Envelope) => void;
}

/** What a command names and the session cannot read itself. */
export interface Given {
  /** To be in force before the command is carried out. */
  readonly skills: readonly ActiveSkill[];
  /** What the last of them asks for. */
  readonly mode?: Mode | undefined;
}

/** `waiting`: no turn runs, and the conversation goes on by itself, or could if it were not held, when side work ends. */
export type SessionState = 'idle' | 'generating' | 'waiting';

/** Children are stopped by whoever runs them. */
export type SessionCommand = Exclude<Command, { type: 'child.stop' }>;

/**
 * One conversation: it alone writes the session's log and decides when a turn runs.
 *
 * Contract: commands are taken one at a time and answered at once; what they lead to comes as events. At most one turn runs.
 */
export interface Session {
  readonly id: SessionId;
  readonly title: string;
  readonly model: string;
  readonly mode: Mode;
  readonly turns: number;
  readonly running: boolean;
  readonly state: SessionState;
  /** Why nothing goes on by itself until a person says so, when that is so. */
  readonly held: HoldReason | undefined;
  /** Whether a question waits for a person. */
  readonly waiting: boolean;
  /** The log can no longer be written: closing and opening again is the way on. */
  readonly broken: Problem | undefined;
  command(command: SessionCommand, given?: Given): Result<null, Problem>;
  /** Rewinds the conversation, or redoes it. Refused while a turn runs. */
  moveLeaf(event: LeafEvent): Promise<Result<null, Problem>>;
  /** Everything kept and shown so far. */
  readonly kept: Omit<Kept, 'add'>;
  /** The newest of what is kept, followed by the live events of what is being written right now; `seq` is the last one shown. */
  snapshot(): Shown;
  /** To be awaited before a command: reads what it needs from the log. */
  ready(command: Command): Promise<void>;
  /** What the next request would hold. */
  context(): Promise<Result<ContextReport, Problem>>;
  /** Resolves when everything that happened so far is shown. */
  shown(): Promise<void>;
  /** Resolves when no turn runs and everything is shown. */
  idle(): Promise<void>;
  /** Stops the turn, waits for it, closes tools and log. What is queued or not told yet is in the log, and side work that still ran is lost. A question that waits is left open, unless nobody reads along: it is asked again when the session is opened. */
  close(): Promise<void>;
}
