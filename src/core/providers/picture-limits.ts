import type { ProviderTypeName } from '../config/provider-types.ts';
import type { PictureLimits } from './provider.ts';

/** Of the bytes that a request may have, what is left for everything but pictures. */
const FOR_TEXT = 4_000_000;

const OPENAI: PictureLimits = { count: 500, bytes: 50_000_000 - FOR_TEXT };

/** Those of the Messages API: more pictures for models with more context than this one, and smaller ones where there are many. */
const LONG_CONTEXT = 200_000;
const MESSAGES = { bytes: 32_000_000 - FOR_TEXT, large: { side: 2_000, count: 20 } };

/**
 * What a request to a provider may hold in pictures, as the published references say. Who passes requests on to others, or is not known, is
 * taken to be as strict as the strictest; what is stricter still says so when it refuses.
 */
export function pictureLimits(type: ProviderTypeName, contextWindow: number | undefined): PictureLimits {
  if (type === 'openai' || type === 'codex') return OPENAI;
  const isLong = type === 'anthropic' && contextWindow !== undefined && contextWindow > LONG_CONTEXT;
  return { ...MESSAGES, count: isLong ? 600 : 100 };
}
