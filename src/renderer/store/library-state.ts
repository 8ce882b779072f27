import type { SessionId } from '../../shared/ids.ts';
import type { SessionSummary } from '../../shared/session.ts';

export type SessionFilter = 'all' | 'pinned' | 'archived' | 'trash';

/** What was just done to a session, and can be taken back. */
export interface Toast {
  readonly message: string;
  readonly undo?: { readonly act: 'restore' | 'unarchive'; readonly session: SessionId };
}

/** How the list of sessions is looked at. */
export interface LibraryState {
  readonly filter: SessionFilter;
  /** What is in the trash, as it was when somebody last looked. */
  readonly trashed: readonly SessionSummary[];
  /** The session whose title is being written. */
  readonly renaming: SessionId | null;
  /** The session that the export dialog is about. */
  readonly exporting: SessionId | null;
  readonly toast: Toast | null;
}

export const INITIAL_LIBRARY: LibraryState = { filter: 'all', trashed: [], renaming: null, exporting: null, toast: null };
