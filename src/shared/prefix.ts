import type { UsageRecord } from './usage-report.ts';

/**
 * What was sent to models in a session, request by request, and where one did not go on from what a provider had in its cache.
 *
 * Requests are numbered from 1 in the order they were sent; those of a session that this one was forked from come first. An attempt that was tried
 * again is a request of its own. Tokens and money are absent where they are not known, never zero for want of them.
 */

/** The part of a request where two of them begin to differ. Parts stand in the order in which providers keep them. */
export type PrefixPlace =
  | { readonly part: 'params' | 'tools' | 'system' }
  /** Counted from 1, without the system prompt. */
  | { readonly part: 'message'; readonly message: number; readonly role: 'user' | 'assistant' | 'tool' };

/** Why a request did not go on from the one before, or could not make use of it. */
export type PrefixCause =
  | { readonly kind: 'first' }
  /** Nothing was sent to this model before; the request before went to `was`. */
  | { readonly kind: 'new_model'; readonly was: string }
  /** It goes on from the one before: nothing is the matter. */
  | { readonly kind: 'extends' }
  /** Absent is what the provider takes by itself. */
  | { readonly kind: 'effort'; readonly was?: string; readonly is?: string }
  | { readonly kind: 'params'; readonly names: readonly string[] }
  | { readonly kind: 'tools' | 'system' | 'context'; readonly reopened: boolean }
  | { readonly kind: 'compaction' | 'compaction_undo' | 'rewind' | 'redo' | 'picture' | 'message' }
  /** Nothing differs, but more time went by than the provider keeps what it read; both in milliseconds. */
  | { readonly kind: 'expired'; readonly idle: number; readonly keeps: number }
  /** Nothing differs and it was not too late. */
  | { readonly kind: 'not_read' }
  /** Another model was asked: two requests of one pair have nothing in common. */
  | { readonly kind: 'other_model' }
  /** What was written of one of them cannot be read. */
  | { readonly kind: 'unreadable' };

/**
 * What a request had to pay anew: as much as the one before had left in the provider's cache and the shorter of both could have read from there, less what was read.
 *
 * `uncounted`: no usage came. `unreported`: the provider does not say what it reads from its cache.
 */
export type PrefixLoss =
  | {
      readonly state: 'known';
      readonly tokens: number;
      /** Of `tokens`, those before the first difference: the provider had been sent them and did not read them from its cache. */
      readonly unread: number;
      /** 1e-9 US dollars: what was paid for `tokens` above the price of reading them from the cache. */
      readonly cost?: number;
    }
  | { readonly state: 'none' | 'uncounted' | 'unreported' };

/** What there is to say about two requests. */
export interface PrefixComparison {
  /** Absent when the later one holds all of the earlier one. */
  readonly place?: PrefixPlace;
  readonly cause: PrefixCause;
  readonly loss: PrefixLoss;
}

export interface PrefixRow extends PrefixComparison {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** `provider/model-id`. */
  readonly model: string;
  readonly source: UsageRecord['source'];
  readonly retry: boolean;
  /** Made by the session that this one was forked from. */
  readonly inherited: boolean;
  /** `open` has no end: it runs, or Steiner stopped. */
  readonly state: 'answered' | 'failed' | 'open';
  readonly messages: number;
  /** Tokens of the prompt, and of these read from the cache. */
  readonly tokens?: number;
  readonly cacheRead?: number;
  /** The request it is compared with: of those to the same model the one it has most in common with, the last of these. */
  readonly before?: number;
}

/** Sums over all requests of the session itself. */
export interface PrefixTotals {
  readonly requests: number;
  /** That did not go on from the one before. */
  readonly breaks: number;
  readonly tokens: number;
  readonly cost: number;
  /** Requests with a loss whose price is not known. */
  readonly unpriced: number;
  /** Requests whose provider does not say what it reads from its cache. */
  readonly unreported: number;
}

export interface PrefixReport {
  /** The newest of those asked for, in the order they were sent. */
  readonly rows: readonly PrefixRow[];
  /** So many stand before them. */
  readonly earlier: number;
  readonly totals: PrefixTotals;
  /** Lines of the record that cannot be read. */
  readonly unreadable: number;
}

/** The bytes around the first difference, as they stand in the body that was sent. */
export interface PrefixBytes {
  /** Of the part, from 0. */
  readonly byte: number;
  /** What both have just before it. */
  readonly lead: string;
  readonly was: string;
  readonly is: string;
  /** Whether there is more than is shown, before and behind. */
  readonly more: { readonly lead: boolean; readonly was: boolean; readonly is: boolean };
}

export interface PrefixPair extends PrefixComparison {
  readonly a: PrefixRow;
  readonly b: PrefixRow;
  /** Bytes of the part where they differ. */
  readonly sizes?: { readonly was: number; readonly is: number };
  /** Absent when nothing differs, or when the text of one of them was not kept. */
  readonly bytes?: PrefixBytes;
  /** Names of tools, where these differ and are known. */
  readonly tools?: { readonly added: readonly string[]; readonly removed: readonly string[]; readonly changed: readonly string[] };
}
