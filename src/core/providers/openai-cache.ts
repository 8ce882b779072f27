import type { ModelRequest } from './provider.ts';
import { KEPT_SHORTLY } from './sent/sent-request.ts';

/** Models whose prompt cache can be kept for a day. Others refuse the field. */
const KEPT_A_DAY = /^gpt-(4\.1|5(\.\d+)?(-codex(-mini|-max)?|-chat-latest)?)(-\d{4}-\d{2}-\d{2})?$/;

/** What steers OpenAI's prompt cache. */
export function openAiCache(model: string, { cacheKey }: ModelRequest): { prompt_cache_key: string; prompt_cache_retention?: '24h' } {
  return { prompt_cache_key: cacheKey, ...(KEPT_A_DAY.test(model) ? { prompt_cache_retention: '24h' } : {}) };
}

/** Milliseconds that a request with these parameters asks to be kept. */
export function openAiKeeps({ prompt_cache_retention: kept }: { readonly prompt_cache_retention?: string | null }): number {
  return kept === '24h' ? 24 * 60 * 60_000 : KEPT_SHORTLY;
}
