import type { Usage } from '../../../shared/usage.ts';

export interface SentMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  /** As it stands in the body, without marks of the cache. */
  readonly value: unknown;
}

/**
 * A request as it goes out, taken apart in the order in which providers keep it in their caches.
 *
 * `JSON.stringify` of a part gives the very bytes that stand in the body, but for marks of the cache, which move and are no part of what is kept.
 */
export interface SentRequest {
  /** Everything of the body but tools, system prompt and messages. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly tools: unknown;
  readonly system: unknown;
  readonly messages: readonly SentMessage[];
  /** Milliseconds that the provider keeps what it read, at least. */
  readonly keeps: number;
}

/** How one attempt ended. */
export interface SentOutcome {
  readonly stop: string;
  readonly usage?: Usage | undefined;
  /** What the provider itself says it cost, in whole 1e-9 US dollars. */
  readonly cost?: number | undefined;
  /** Whether the provider said how much it read from its cache, be it nothing. */
  readonly countsCache: boolean;
}

/** Hears every attempt just before it goes out. What it returns is called once, when the attempt has ended. */
export type SentListener = (request: SentRequest) => (outcome: SentOutcome) => void;

/** Five minutes: what providers promise that promise no more. */
export const KEPT_SHORTLY = 5 * 60_000;
