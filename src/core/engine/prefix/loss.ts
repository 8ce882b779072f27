import type { PrefixLoss } from '../../../shared/prefix.ts';
import type { Usage } from '../../../shared/usage.ts';
import type { EndedLine } from '../../store/request-lines.ts';
import type { SentAttempt } from './sent-tree.ts';

/** Providers read their caches in blocks of this many tokens; less than one is no loss. */
export const UNREAD = 128;
/** Shorter prompts are not kept by anybody. */
const LEAST_KEPT = 1_024;

/**
 * What `b` had to pay anew although `a` had sent it, or could have: see `PrefixLoss`. `common` is the weight of what both have before the first
 * difference; absent, nothing differs.
 */
export function lossOf(a: SentAttempt, b: SentAttempt, common: number | undefined): PrefixLoss {
  const usage = b.ended?.usage;
  if (!b.ended || !usage) return { state: 'uncounted' };
  if (!b.ended.countsCache) return { state: 'unreported' };
  const expected = Math.min(tokensOf(a, usage, b), usage.input);
  const tokens = expected - usage.cacheRead;
  if (tokens < UNREAD || expected < LEAST_KEPT) return { state: 'none' };
  const shared = common === undefined ? expected : Math.min(expected, tokensUpTo(common, usage, b));
  const unread = Math.min(tokens, Math.max(0, shared - usage.cacheRead));
  const cost = costOf(tokens, usage, b.ended.prices);
  return { state: 'known', tokens, unread, ...(cost === undefined ? {} : { cost }) };
}

/** As the provider counted them, else by its count for `b`. */
function tokensOf(a: SentAttempt, usage: Usage, b: SentAttempt): number {
  return a.ended?.usage?.input ?? tokensUpTo(a.content?.end.weight ?? 0, usage, b);
}

function tokensUpTo(weight: number, { input }: Usage, b: SentAttempt): number {
  const whole = b.content?.end.weight ?? 0;
  return whole === 0 ? 0 : Math.round((input * weight) / whole);
}

/**
 * What was paid above the price of reading, in 1e-9 US dollars. What was written to the cache comes before what was not, so it is lost first.
 * Where reading costs as much as anything else, no price for reading is known.
 */
function costOf(tokens: number, { input, cacheWrite }: Usage, prices: EndedLine['prices']): number | undefined {
  if (!prices || prices.read >= prices.uncached) return undefined;
  const written = Math.min(tokens, cacheWrite);
  return Math.round((written * (prices.write - prices.read) + (tokens - written) * (prices.uncached - prices.read)) / input);
}
