import type { Usage } from '../../shared/usage.ts';
import { countOf } from './wire-json.ts';

/** The usage object of Chat Completions with the fields that servers add to it. Everything may be missing or of another type. */
export interface WireUsage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown; readonly cache_write_tokens?: unknown } | null;
  readonly prompt_cache_hit_tokens?: unknown;
  readonly cached_tokens?: unknown;
  readonly cache_write_tokens?: unknown;
  readonly cost?: unknown;
  readonly is_byok?: unknown;
  readonly cost_details?: { readonly upstream_inference_cost?: unknown } | null;
}

/** Neutral usage; `undefined` when the object does not count the prompt. */
export function usageOf(wire: WireUsage): Usage | undefined {
  const input = countOf(wire.prompt_tokens);
  if (input === undefined) return undefined;
  const details = wire.prompt_tokens_details ?? {};
  const cacheRead = firstCount(details.cached_tokens, wire.prompt_cache_hit_tokens, wire.cached_tokens);
  const cacheWrite = firstCount(details.cache_write_tokens, wire.cache_write_tokens);
  return {
    input,
    output: countOf(wire.completion_tokens) ?? 0,
    cacheRead: Math.min(cacheRead, input),
    cacheWrite: Math.min(cacheWrite, input - Math.min(cacheRead, input)),
  };
}

/** Whether it says how much was read from the cache. */
export function chatCountsCache({ prompt_tokens_details: details, prompt_cache_hit_tokens, cached_tokens }: WireUsage): boolean {
  return [details?.cached_tokens, prompt_cache_hit_tokens, cached_tokens].some((value) => countOf(value) !== undefined);
}

function firstCount(...values: readonly unknown[]): number {
  return values.map(countOf).find((value) => value !== undefined) ?? 0;
}

/** What OpenRouter takes for the request, in whole 1e-9 US dollars; with a key of one's own for the provider behind it, that provider's bill is added. */
export function costOf({ cost, is_byok: own, cost_details: details }: WireUsage): number | undefined {
  if (typeof cost !== 'number' || !(cost >= 0)) return undefined;
  const upstream = details?.upstream_inference_cost;
  const behind = own === true && typeof upstream === 'number' && upstream >= 0 ? upstream : 0;
  return Math.round((cost + behind) * 1e9);
}
