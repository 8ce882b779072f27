import type { ModelPrice } from '../../shared/model-facts.ts';
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
 * `undefined` when no price is known; never a guess and never zero for want of one. A configured price comes before the list that is shipped, and
 * that before what the provider's own list or the catalogue says of the model, which knows no tiers and no dates.
 * The list is read when it is first needed, because it is large.
 */
export async function requestCost(spec: ModelSpec, usage: Usage, at: number): Promise<number | undefined> {
  const { price, endpoint, id } = spec;
  const known = spec.facts?.price.value;
  const local = !LISTED[endpoint.type] && LOCAL.test(endpoint.baseUrl);
  if (price === undefined && known === undefined && local) return undefined;
  const library = await import('@pydantic/genai-prices');
  const tokens = {
    input_tokens: usage.input,
    cache_read_tokens: usage.cacheRead,
    cache_write_tokens: usage.cacheWrite,
    ...(usage.cacheWriteHour === undefined ? {} : { cache_write_1h_tokens: usage.cacheWriteHour }),
    output_tokens: usage.output,
  };
  const timestamp = new Date(at);
  const by = (options: Options | undefined) => options && library.calcPrice(tokens, id, { ...options, timestamp });
  const own = known && configuredOptions(id, configured(known));
  const priced = price === undefined ? ((local ? null : by(listOptions(spec, library))) ?? by(own)) : by(configuredOptions(id, price));
  return priced ? Math.round(priced.total_price * 1e9) : undefined;
}

function configured({ input, output, cacheRead, cacheWrite }: ModelPrice): PriceConfig {
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cache_read: cacheRead }),
    ...(cacheWrite === undefined ? {} : { cache_write: cacheWrite }),
  };
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
    ...(price.cache_write === undefined
      ? {}
      : { cache_write_mtok: price.cache_write, cache_write_1h_mtok: price.cache_write_hour ?? price.cache_write }),
  };
  return {
    provider: { id: 'configured', name: 'configured', api_pattern: '.*', models: [{ id, match: { equals: id }, prices }] },
  };
}
