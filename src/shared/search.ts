import type { SessionId } from './ids.ts';

/** From the first up to, without, the second character. */
export interface SearchMark {
  readonly from: number;
  readonly to: number;
}

export interface MarkedPart {
  readonly text: string;
  /** Where it begins in the snippet. */
  readonly at: number;
  readonly found: boolean;
}

/** Splits a snippet where the words begin and end. */
export function markedParts({ snippet, marks }: Pick<SearchHit, 'snippet' | 'marks'>): readonly MarkedPart[] {
  const cuts = [0, ...marks.flatMap(({ from, to }) => [from, to]), snippet.length];
  const parts = cuts.slice(1).map((end, index): MarkedPart => {
    const at = cuts[index] ?? 0;
    return { text: snippet.slice(at, end), at, found: index % 2 === 1 };
  });
  return parts.filter(({ text }) => text !== '');
}

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
  /** Some of the words with the text around them, on one line, and where in it they stand. */
  readonly snippet: string;
  readonly marks: readonly SearchMark[];
}

export interface SearchAnswer {
  /** Titles first, then sessions by how well their best place fits, of equal ones those that changed last. */
  readonly hits: readonly SearchHit[];
  /** There are more than were looked for. */
  readonly more: boolean;
}
