import type { ToolItem, TranscriptItem, TurnStart } from './fold-types.ts';

/** A stretch of a transcript. */
export interface ItemPage {
  /** Position of the first of the items. */
  readonly first: number;
  readonly items: readonly TranscriptItem[];
  /** The turns that begin in it. */
  readonly starts: readonly TurnStart[];
  /** Items of the whole transcript. */
  readonly total: number;
}

/** An item that holds words that were looked for, and its position. */
export interface FoundItem {
  readonly item: string;
  readonly at: number;
}

/** A call that changed files, its position, and the turn it belongs to. */
export interface TurnEdit {
  readonly item: ToolItem;
  readonly at: number;
  readonly turn?: string;
}
