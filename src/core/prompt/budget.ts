/** What is known of a model's sizes, in tokens. */
export interface ModelLimits {
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** `threshold` is where automatic compaction begins, when the configuration says so. */
  readonly compaction?: { readonly threshold?: number | undefined } | undefined;
}

/** Tokens of a prompt. Absent means unknown: with an unknown window everything is taken to fit. */
export interface Budget {
  readonly window?: number;
  /** From here on the conversation is compacted. */
  readonly threshold?: number;
  /** More than this leaves no room for the answer. */
  readonly limit?: number;
  /** Kept free for the answer. */
  readonly reserve: number;
}

const SOFT_SHARE = 0.7;
const DEFAULT_RESERVE = 8_192;
/** The answer never claims more of the window than this, and estimates may be off by the margin. */
const MOST_RESERVE_SHARE = 0.25;
const MARGIN_SHARE = 0.02;

export function budgetOf({ contextWindow: window, maxOutputTokens, compaction }: ModelLimits): Budget {
  const configured = compaction?.threshold;
  const wanted = maxOutputTokens ?? DEFAULT_RESERVE;
  if (window === undefined) return { reserve: wanted, ...(configured === undefined ? {} : { threshold: configured }) };
  const reserve = Math.min(wanted, Math.floor(window * MOST_RESERVE_SHARE));
  const limit = window - reserve - Math.ceil(window * MARGIN_SHARE);
  const threshold = Math.min(configured ?? Math.floor(window * SOFT_SHARE), limit);
  return { window, threshold, limit, reserve };
}

export function fits(tokens: number, { limit }: Budget): boolean {
  return limit === undefined || tokens <= limit;
}

export function isNearlyFull(tokens: number, { threshold }: Budget): boolean {
  return threshold !== undefined && tokens >= threshold;
}
