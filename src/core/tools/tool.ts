import type { z } from 'zod';
import type { Approval, ApprovalDecision } from '../../shared/approvals.ts';
import type { Picture } from '../../shared/attachments.ts';
import type { SessionEvent } from '../../shared/events.ts';
import type { CallId, SessionId } from '../../shared/ids.ts';
import type { ToolCallBlock } from '../../shared/messages.ts';
import type { Mode } from '../../shared/session.ts';
import type { Completion, SideWork } from '../../shared/side-work.ts';
import type { ToolDetail } from '../../shared/tool-detail.ts';
import type { Processes } from '../lib/ports.ts';
import type { ToolSchema } from '../providers/provider.ts';
import type { Sandbox, SandboxDecision } from '../sandbox/sandbox.ts';
import type { Hygiene } from './hygiene.ts';
import type { KeepPicture } from './picture-file.ts';

/** `tool` calls that stand side by side run together, `delegation` calls likewise among themselves, `serial` calls alone. */
export type ParallelClass = 'tool' | 'delegation' | 'serial';

/** What the model is told (`text`), and what the person sees beside it (`detail`). */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
  readonly detail?: ToolDetail;
  /** What the model is shown beside the text. */
  readonly pictures?: readonly Picture[];
}

/** A path argument of a call, before the policy has seen it. */
export interface PathUse {
  readonly path: string;
  readonly access: 'read' | 'write';
}

/** Which files the model has read in this session, by absolute real path, with the hash it was shown. */
export interface ObservedFiles {
  mark(path: string, hash: string): void;
  has(path: string): boolean;
}

/** Turns a path argument into an absolute host path. Known to lie inside what the policy or a person allowed. */
export type ResolvePath = (path: string) => string;

/** Everything a handler may use. Built by the executor for one call, after policy and sandbox were decided. */
export interface ToolContext {
  readonly callId: CallId;
  readonly session: SessionId;
  readonly root: string;
  readonly signal: AbortSignal;
  readonly resolve: ResolvePath;
  /** How to name an absolute path to the model and the person: relative to the root where it lies in it, `/tmp/…` for the session's tmp. */
  readonly display: (absolute: string) => string;
  readonly decision: SandboxDecision;
  readonly sandbox: Sandbox;
  readonly processes: Processes;
  readonly observed: ObservedFiles;
  /** Where work is entered that goes on beside the conversation. */
  readonly side: SideWorks;
  /** Where over-long output is kept for `read` to page. */
  readonly artifacts: string;
  /** Shows running output to the person; the model gets only the outcome. */
  readonly output: (text: string) => void;
  /** Keeps a picture that a result shows. */
  readonly keepPicture: KeepPicture;
  /** For what goes to disk or to `output`; the outcome is cleaned by the executor. */
  readonly hygiene: Hygiene;
  /** Aborts after that many milliseconds, while the call lasts. Time in which a person is asked something for the call does not count. */
  readonly limit: (milliseconds: number) => AbortSignal;
  /** What the call started goes on after its result, until then: hosts it wants are asked about as long. */
  readonly goesOn: (ended: Promise<unknown>) => void;
  /** See `CallHooks`. */
  readonly beside: AbortSignal | undefined;
}

/**
 * One tool. `input` refuses undeclared fields; `parameters` is the JSON Schema the model gets.
 *
 * Contract of `run`: expected failures come back as an outcome with `isError`; a thrown error is a bug and becomes `tool_failed`.
 * When `signal` aborts it settles soon, with everything it started gone.
 */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly parameters: ToolSchema['parameters'];
  readonly parallel: ParallelClass;
  /** Milliseconds; the executor aborts the call's signal then. */
  readonly timeout: number;
  /** Milliseconds it may take to settle after a stop, when it is more than usual. */
  readonly grace?: number;
  /** Path arguments, in order; the executor has the policy decide on each before `run`. */
  paths?(input: Input): readonly PathUse[];
  /** The command line it starts. Without a sandbox it is asked about in plan mode, since nothing else keeps it from writing. */
  command?(input: Input): string;
  /** What the call would do, a few lines, for the person who is asked to allow it. */
  preview?(input: Input): string;
  run(input: Input, context: ToolContext): Promise<ToolOutcome>;
}

/** What the turn gives the executor for one call. */
export interface CallHooks {
  readonly signal: AbortSignal;
  /** The call is allowed and begins. Before this settles it does nothing that could not be done a second time; `signal` may have aborted meanwhile. */
  readonly begin: () => Promise<void>;
  readonly output: (text: string) => void;
  /** Of calls that overlap, the same for all; aborts when the last of them has its result. */
  readonly beside?: AbortSignal;
  /** Asks a person and waits; resolves with a denial when the turn stops, `over` aborts or nobody can be asked. */
  readonly ask: (approval: Omit<Approval, 'id' | 'callId'>, over?: AbortSignal) => Promise<ApprovalDecision>;
}

/**
 * The work that goes on beside a conversation. The session tells the model how it ended, and has it go on when it had stopped.
 *
 * Contract: every call is taken at once, whenever it comes. Once the session closes nothing is: what still ran is told as lost when the session is opened again.
 */
export interface SideWorks {
  /** It goes on from here. Throws when work with that id is pending. */
  begin(work: SideWork): void;
  /** It has ended, and the model does not know. Several that end in one tick are told in one message. */
  end(completion: Completion): void;
  /** The model has learned otherwise that it ended: it is never told. */
  known(id: string): void;
  readonly running: readonly SideWork[];
  /** What the person sees of a child. The model learns of it by the other calls, or by the result of the call. */
  child(event: ChildEvent): void;
}

/** What is told of a child. */
export type ChildEvent = Extract<SessionEvent, { type: 'child.start' | 'child.update' | 'child.end' | 'notice' }>;

/** One thing that was said in a session, or one call or result. Numbers count from 1 and never change. */
export interface HistoryEntry {
  readonly number: number;
  /** 1 before the first compaction, 2 after it, and so on. */
  readonly generation: number;
  readonly who: string;
  readonly text: string;
  /** What was shown beside the text. */
  readonly pictures?: readonly Picture[];
}

/** Everything said in a session, oldest first, also what the model is no longer sent. */
export type HistorySource = () => Promise<readonly HistoryEntry[]>;

/** A session's tools. The list never changes while the session lives. None of the functions needs `this`: `{ ...tools, execute }` is a set too. */
export interface ToolSet {
  readonly schemas: readonly ToolSchema[];
  /** Unknown names are `serial`: their refusal is a result like any other. */
  parallelClass(name: string): ParallelClass;
  /** Never throws and never rejects: whatever happens is an outcome. */
  execute(call: ToolCallBlock, hooks: CallHooks): Promise<ToolOutcome>;
  /** To be told when the mode changes: ends what the new one does not allow. What that was, as a sentence for the person. */
  enter?(mode: Mode): string | undefined;
  /** A model is being asked: when it has been running commands, a sandbox for its next one is made ready beside that. */
  ahead?(): void;
  /** The turn is over: nothing is kept ready. */
  rest?(): void;
  /** Releases what the session's tools hold: grants, tmp, background processes. */
  close(): Promise<void>;
}
