import type { Usage } from '../../shared/usage.ts';
import type { PriceConfig } from '../config/schema.ts';
import type { ModelSpec } from './model-spec.ts';

type Library = typeof import('@pydantic/genai-prices');
type Options = NonNullable<Parameters<Library['calcPrice']>[2]>;

/** Of a configured type, in the price list. Elsewhere the address decides: the same model costs more or less at another seller. */
const LISTED: Readonly<Record<string, string>> = { anthropic: 'anthropic', openai: 'openai', openrouter: 'openrouter' };

/** On this machine nobody sends a bill that a list could know. */
const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/;

/**
 * What the tokens of one request cost at that time (milliseconds since the epoch), as a whole number of 1e-9 US dollars.
 *
 * `undefined` when no price is known; never a guess and never zero for want of one. A configured price comes before the list that is shipped.
 * The list is read when it is first needed, because it is large.
 */
export async function requestCost(spec: ModelSpec, usage: Usage, at: number): Promise<number | undefined> {
  const { price, endpoint, id } = spec;
  if (price === undefined && !LISTED[endpoint.type] && LOCAL.test(endpoint.baseUrl)) return undefined;
  const library = await import('@pydantic/genai-prices');
  const options = price === undefined ? listOptions(spec, library) : configuredOptions(id, price);
  if (!options) return undefined;
  const tokens = {
    input_tokens: usage.input,
    cache_read_tokens: usage.cacheRead,
    cache_write_tokens: usage.cacheWrite,
    output_tokens: usage.output,
  };
  const priced = library.calcPrice(tokens, id, { ...options, timestamp: new Date(at) });
  return priced === null ? undefined : Math.round(priced.total_price * 1e9);
}

function listOptions({ endpoint }: ModelSpec, { findProvider }: Library): Options | undefined {
  const listed = LISTED[endpoint.type];
  if (listed !== undefined) return { providerId: listed };
  const provider = findProvider({ providerApiUrl: endpoint.baseUrl });
  return provider && { provider };
}

function configuredOptions(id: string, price: PriceConfig): Options {
  const prices = {
    input_mtok: price.input,
    output_mtok: price.output,
    ...(price.cache_read === undefined ? {} : { cache_read_mtok: price.cache_read }),
    ...(price.cache_write === undefined ? {} : { cache_write_mtok: price.cache_write }),
  };
  return {
    provider: { id: 'configured', name: 'configured', api_pattern: '.*', models: [{ id, match: { equals: id }, prices }] },
  };
}
