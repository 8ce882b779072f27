import type { SessionId } from './ids.ts';

/** A place in a session where the words stand. */
export interface SearchHit {
  readonly session: SessionId;
  /** Absolute path of the session's project. */
  readonly project: string;
  readonly title: string;
  readonly updatedAt: number;
  /** The message or call that holds the words; absent when the title does. */
  readonly item?: string;
  readonly role: 'title' | 'user' | 'assistant' | 'tool';
  /** The words with some text around them, on one line; `from` and `to` are where they stand in it. */
  readonly snippet: string;
  readonly from: number;
  readonly to: number;
}

export interface SearchAnswer {
  /** Titles first, then the sessions that changed last. */
  readonly hits: readonly SearchHit[];
  /** There are more than were looked for. */
  readonly more: boolean;
}
