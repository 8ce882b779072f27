import type { Approval, ApprovalDecision, ApprovalSource } from './approvals.ts';
import type { Attachment, Picture } from './attachments.ts';
import type { ChildQuestion } from './child-events.ts';
import type { CompactionCause, CompactionStage } from './compaction-events.ts';
import type { QueueItem, TurnFile } from './events.ts';
import type { RunningSpend } from './fold-spend.ts';
import type { AssistantBlock, ModelStop, UserOrigin } from './messages.ts';
import type { StopReason } from './session.ts';
import type { Completion, HoldReason, SideWork, WorkStatus } from './side-work.ts';
import type { SkillOrigin } from './skills.ts';
import type { Spend, Spent } from './spend.ts';
import type { ToolDetail } from './tool-detail.ts';
import type { Usage } from './usage.ts';

export interface UserItem {
  readonly kind: 'user';
  readonly id: string;
  readonly time: number;
  readonly origin: UserOrigin;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

/** `streaming` items grow; once it is false the item never changes again. */
export interface AssistantItem {
  readonly kind: 'assistant';
  readonly id: string;
  readonly time: number;
  readonly model: string;
  readonly streaming: boolean;
  readonly blocks: readonly AssistantBlock[];
  readonly stop?: ModelStop;
  readonly usage?: Usage;
}

export interface ItemApproval {
  readonly approval: Approval;
  /** When it is denied unless somebody answers, in milliseconds since the epoch; absent when it waits as long as it takes. */
  readonly until?: number | undefined;
  readonly decision?: ApprovalDecision;
  readonly source?: ApprovalSource;
  readonly rule?: { readonly id: string; readonly pattern: string };
}

/** One tool call, from the moment the model's message is complete. Only `pending` and `running` items change. */
export interface ToolItem {
  readonly kind: 'tool';
  readonly id: string;
  readonly time: number;
  readonly name: string;
  readonly arguments: string;
  readonly state: 'pending' | 'running' | 'waiting' | 'done' | 'failed';
  /** Output while it runs; dropped for the detail when it ends. */
  readonly output: string;
  readonly text?: string;
  readonly detail?: ToolDetail;
  /** What the model was shown. */
  readonly pictures?: readonly Picture[];
  readonly duration?: number;
  readonly approvals: readonly ItemApproval[];
}

export interface NoticeItem {
  readonly kind: 'notice';
  readonly id: string;
  readonly time: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly hint?: string;
}

/** The line that ends a turn. */
export interface TurnItem {
  readonly kind: 'turn';
  readonly id: string;
  readonly time: number;
  readonly stop: StopReason;
  readonly message?: string | undefined;
  readonly hint?: string | undefined;
  /** When the session goes on by itself. */
  readonly resumesAt?: number | undefined;
  readonly rounds: number;
  readonly usage: Usage;
  readonly duration: number;
  readonly files: readonly TurnFile[];
  /** What was asked and paid while it ran; absent in old logs. */
  readonly spent?: Spent | undefined;
}

export interface ChildItem {
  readonly kind: 'child';
  readonly id: string;
  readonly time: number;
  readonly agent: string;
  readonly task: string;
  /** The call that started it. */
  readonly call: string;
  readonly group?: string | undefined;
  readonly state: 'queued' | 'running' | WorkStatus;
  /** The last thing it did. */
  readonly operation?: string | undefined;
  readonly rounds?: number | undefined;
  readonly usage?: Usage | undefined;
  readonly spend?: Spend | undefined;
  readonly stop?: StopReason;
  /** Why it is anything but done. */
  readonly reason?: string | undefined;
  readonly duration?: number;
}

export interface PhaseItem {
  readonly kind: 'phase';
  readonly id: string;
  readonly time: number;
  readonly phase: string;
  readonly operation?: string;
  readonly state: 'running' | 'done' | 'failed' | 'skipped';
  readonly message?: string;
}

/** The line where a person changed the mode. */
export interface ModeItem {
  readonly kind: 'mode';
  readonly id: string;
  readonly time: number;
  readonly mode: string;
}

/** The line where a person activated a skill, or deactivated it. */
export interface SkillItem {
  readonly kind: 'skill';
  readonly id: string;
  readonly time: number;
  readonly name: string;
  readonly active: boolean;
  /** Of an active one: where it came from, its whole size, and whether its end was left out. */
  readonly origin?: SkillOrigin;
  readonly bytes?: number;
  readonly truncated?: boolean;
}

/** Where the model was told how work ended that went on beside the conversation. */
export interface ResultItem {
  readonly kind: 'result';
  readonly id: string;
  readonly time: number;
  /** The one it was told in. */
  readonly message: string;
  readonly completion: Completion;
}

/** Where older messages were replaced by a summary in what the model is sent. */
export interface CompactionItem {
  readonly kind: 'compaction';
  readonly id: string;
  readonly time: number;
  readonly generation: number;
  readonly cause: CompactionCause;
  readonly stage: CompactionStage;
  readonly source: 'model' | 'extract';
  /** `provider/model-id` that wrote it in place of the session's own model. */
  readonly writer?: string;
  /** What stayed word for word: from `first` on, and the pinned messages before it. */
  readonly first: string;
  readonly kept: readonly string[];
  readonly summary: string;
  /** Items between this one and what the summary stands for stay in the transcript; the counts say what the model no longer sees. */
  readonly dropped: { readonly prompts: number; readonly answers: number; readonly results: number };
  readonly pinned: number;
  /** Tokens of the next request. */
  readonly before: number;
  readonly after: number;
  readonly spend?: Spend;
  readonly focus?: string;
  readonly duration: number;
  /** A person took it back. */
  readonly undone: boolean;
}

export type TranscriptItem =
  | UserItem
  | AssistantItem
  | ToolItem
  | NoticeItem
  | TurnItem
  | ChildItem
  | PhaseItem
  | ModeItem
  | SkillItem
  | ResultItem
  | CompactionItem;

/** A question that waits in a child. */
export interface AskingChild extends ChildQuestion {
  /** The child's session, where it is answered. */
  readonly child: string;
}

/** Where a turn begins: the number of its first item, and how full the context was. */
export interface TurnStart {
  readonly turn: string;
  readonly item: number;
  readonly generation: number;
  readonly lastUsage?: Usage;
}

/** A step back that can be taken forward again. */
export interface Rewind {
  readonly turn: string;
  readonly chat: boolean;
  /** The files as they were, when they went back too. */
  readonly files?: string;
  /** What is hidden since, and where it stood. */
  readonly at: number;
  readonly items: readonly TranscriptItem[];
  readonly starts: readonly TurnStart[];
  readonly generation: number;
  readonly lastUsage?: Usage;
}

/** A session as everyone shows it. Pure result of its events: the same events give the same view, one by one or all at once. */
export interface SessionView {
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly model: string;
  readonly mode: string;
  /** So many items stand before the first of `items`, and are kept elsewhere: see `trimmed`. */
  readonly first: number;
  /** Of a child: the session that started it, and its type. */
  readonly parent?: string;
  readonly agent?: string;
  /** In the order they began. Items are appended and replaced; a rewind hides the last of them, and redo shows them again. */
  readonly items: readonly TranscriptItem[];
  readonly starts: readonly TurnStart[];
  /** Those that can be taken back, the last one last. */
  readonly rewinds: readonly Rewind[];
  readonly queue: readonly QueueItem[];
  /** The running turn. */
  readonly turn?: { readonly id: string; readonly startedAt: number };
  readonly turns: number;
  /** What goes on beside the conversation, in the order it began. */
  readonly work: readonly SideWork[];
  /** What of it has ended without the model being told, in the order it did. */
  readonly untold: readonly Completion[];
  /** Why that waits for a person, when it does. */
  readonly held?: HoldReason;
  /** Approvals that wait for an answer, oldest first. */
  readonly waiting: readonly Approval[];
  /** Questions of children that wait for an answer, oldest first. */
  readonly asked: readonly AskingChild[];
  /** All recorded requests of this session. */
  readonly usage: Usage;
  /** What they cost, and of that since the newest turn began. Children count once they have ended; until then they stand in `running`. */
  readonly spent: Spent;
  readonly turnSpent: Spent;
  readonly running: RunningSpend;
  /** The last request's tokens: how full the context is. */
  readonly lastUsage?: Usage;
  /** Names of the skills that a person wants in force, the newest last. */
  readonly skills: readonly string[];
  /** Compactions in force. */
  readonly generation: number;
  /** The compaction that runs, or waits for the end of the turn. */
  readonly compaction?: { readonly cause: CompactionCause; readonly stage: CompactionStage; readonly waits: boolean };
  /** Ids of the messages that are never summarised. */
  readonly pins: readonly string[];
  readonly updatedAt: number;
}
