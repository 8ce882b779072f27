import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { SearchAnswer } from '../../shared/search.ts';
import type { SessionMarks, SessionSummary } from '../../shared/session.ts';
import type { Clean } from './retention.ts';

export interface ExportOptions {
  readonly format: 'md' | 'json';
  /** Absolute. */
  readonly path: string;
  readonly replace: boolean;
}

/** What can be done to the sessions of a project besides talking to them. */
export interface SessionLibrary {
  /** A session that is busy is not archived. Here and below, busy is one whose turn runs, or that waits for what it started and was not stopped: what is refused then changes nothing. */
  mark(id: SessionId, marks: SessionMarks): Promise<Result<null, Problem>>;
  /** Ends what it runs. Refused while it is busy. */
  close(id: SessionId): Promise<Result<null, Problem>>;
  /** Closes the session and moves it to the trash. Refused while it is busy or another process has it open. */
  trash(id: SessionId): Promise<Result<null, Problem>>;
  trashed(): Promise<readonly SessionSummary[]>;
  restore(id: SessionId): Promise<Result<null, Problem>>;
  /** Deletes for good; how many sessions that were. */
  emptyTrash(): Promise<Result<number, Problem>>;
  /** Cleans up as the settings under `retention` say, or says what that would do. */
  readonly clean: Clean;
  /** A new session with everything up to `at`, the id of a message or call, or with everything. */
  fork(id: SessionId, at?: string): Promise<Result<SessionId, Problem>>;
  /** In the sessions of this project, or of all. Another search of the same project ends this one, with the problem `cancelled`. */
  search(query: string, options?: { readonly all?: boolean }): Promise<Result<SearchAnswer, Problem>>;
  exportText(id: SessionId, format: ExportOptions['format']): Promise<Result<string, Problem>>;
  exportTo(id: SessionId, options: ExportOptions): Promise<Result<null, Problem>>;
  /** Makes a session from a file that was exported as JSON. */
  importFrom(path: string): Promise<Result<SessionId, Problem>>;
}
