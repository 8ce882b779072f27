import type { GivenAttachment, Spoken } from '../../shared/attachments.ts';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { SessionMarks, SessionSummary } from '../../shared/session.ts';
import type { BlobStore } from './blob-store.ts';
import type { UnusedBlobs } from './blob-sweep.ts';

/** Is told of the events of a log, one by one and in order, while it is opened. */
export type See = (stamped: Stamped) => void;

/**
 * One session's append-only record.
 *
 * Contract of `append`: events are written in the order of the calls. The promise settles once the event is on disk and synced; it never
 * rejects. A failed write settles with a problem, leaves the log as it was, and every later append fails the same way until the
 * log is opened again: nothing may be shown as done that the log does not hold.
 */
export interface SessionLog {
  readonly id: SessionId;
  /** Another process writes it, or a newer build did; `append` fails with that problem. */
  readonly readOnly: Problem | undefined;
  /** What was in the log when it was opened, in order; none of it when it was told event by event. */
  readonly events: readonly Stamped[];
  /** Kept events by their numbers, counted from 0 in the order of the log: from the first up to, without, the second. Rejects with the errno of what failed. */
  read(from: number, to: number): Promise<readonly Stamped[]>;
  /** What had to be mended on opening, in words for the person; the original is kept beside the log. */
  readonly repaired: string | undefined;
  append(event: KeptEvent): Promise<Result<Stamped, Problem>>;
  /** Waits for pending appends, updates the summary, gives up the lock. */
  close(): Promise<void>;
}

export interface NewSession {
  readonly id: SessionId;
  /** Absolute real path of the project. */
  readonly project: string;
  readonly title: string;
  readonly model: string;
}

/** A session that begins with what happened in another one. */
export interface SeededSession extends NewSession {
  readonly events: readonly Stamped[];
  /** Unsent text it is left with; may be empty. */
  readonly draft: string;
  /** What was put beside that text. */
  readonly attachments?: readonly GivenAttachment[];
}

/** What a session's log holds, read without taking hold of it. */
export interface StoredSession {
  readonly events: readonly Stamped[];
  readonly summary: SessionSummary;
}

/** Where a session's log lies. */
export interface StoredLog {
  readonly path: string;
  readonly project: string;
  readonly summary: SessionSummary;
}

/** The sessions of this machine, by project. */
export interface SessionStore {
  /** Newest first. Reads summaries only; a session that cannot be read is left out and logged, never deleted. */
  list(project: string): Promise<readonly SessionSummary[]>;
  create(session: NewSession): Promise<Result<SessionLog, Problem>>;
  /** With `see` a log of any length is opened in little memory. */
  open(project: string, id: SessionId, see?: See): Promise<Result<SessionLog, Problem>>;
  /** Makes a session from events. It is closed afterwards. */
  seed(session: SeededSession): Promise<Result<null, Problem>>;
  /** Also while another process writes it. */
  read(project: string, id: SessionId): Promise<Result<StoredSession, Problem>>;
  /** The logs of a project, or of every project there is; last changed first. */
  logs(project: string | undefined): Promise<readonly StoredLog[]>;
  /** What is not named stays as it is. Needs no lock. */
  mark(project: string, id: SessionId, marks: SessionMarks): Promise<Result<null, Problem>>;
  /** Refused while a process, this one included, has the session open. */
  trash(project: string, id: SessionId, options?: { readonly unlessPinned?: boolean }): Promise<Result<null, Problem>>;
  /** Last deleted first. */
  trashed(project: string): Promise<readonly SessionSummary[]>;
  /** For good, one that is in the trash. */
  deleteTrashed(project: string, id: SessionId): Promise<Result<null, Problem>>;
  /** Blobs that nothing names any more, of all projects; a problem when that cannot be told for sure. */
  unusedBlobs(): Promise<Result<UnusedBlobs, Problem>>;
  /** Those that nobody used meanwhile. */
  removeBlobs(unused: UnusedBlobs): Promise<Result<{ readonly count: number; readonly bytes: number }, Problem>>;
  restore(project: string, id: SessionId): Promise<Result<null, Problem>>;
  /** For good; how many sessions were deleted. */
  emptyTrash(project: string): Promise<Result<number, Problem>>;
  /** Of a session, or with null what was typed in the project before there is one. */
  readDraft(project: string, id: SessionId | null): Promise<Spoken>;
  writeDraft(project: string, id: SessionId | null, draft: Spoken): Promise<Result<null, Problem>>;
  /** Payloads that belong to no single session, such as pictures. */
  readonly blobs: BlobStore;
}
