import type { ProviderTypeName } from '../config/provider-types.ts';
import type { Clock } from '../lib/ports.ts';
import type { Failure } from './failure.ts';

/** Milliseconds that a refusal asks to wait; `undefined` when it does not say. LiteLLM often says it in words only. */
export function askedDelay(
  { headers, body }: Extract<Failure, { kind: 'http' }>,
  type: ProviderTypeName,
  clock: Clock,
): number | undefined {
  return retryAfter(headers, clock) ?? (type === 'litellm' ? spokenDelay(body) : undefined);
}

/** Seconds, or an HTTP date. */
function retryAfter(headers: Headers, clock: Clock): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - clock.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, milli: 1, m: 60_000, s: 1_000 };

/** As in "Try again in 12 seconds", "retry after 1.5s" or "cooldown_time: 60". A number alone is seconds. */
function spokenDelay(body: string): number | undefined {
  const said = /(?:try again in|retry(?:ing)? (?:after|in)|cooldown_time)\W+(\d+(?:\.\d+)?)\s*(ms|milli|m|s)?/i.exec(body);
  return said ? Number(said[1]) * (UNITS[said[2]?.toLowerCase() ?? 's'] ?? 1_000) : undefined;
}
