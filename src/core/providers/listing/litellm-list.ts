import { objectOf, objectsOf, type WireObject } from '../wire-json.ts';
import { type GetJson, ListingError } from './get-json.ts';
import { known, perMillion, priceOf, sizeOf, wordsOf } from './known.ts';
import type { ListedModel } from './listed-model.ts';
import { listOpenAi, trimmed } from './openai-list.ts';

const CHAT_MODES: readonly unknown[] = [undefined, null, 'chat', 'completion', 'responses'];

/** The proxy's own list says what its models can do; a key that may not read it still sees their names. */
export async function listLiteLlm(get: GetJson, baseUrl: string): Promise<ListedModel[]> {
  try {
    const answer = objectOf(await get(`${trimmed(baseUrl)}/model/info`));
    const entries = objectsOf(answer.data).filter((entry) => CHAT_MODES.includes(objectOf(entry.model_info).mode));
    return unique(entries.map(entryOf).filter(({ id }) => id !== ''));
  } catch (failure) {
    if (failure instanceof ListingError && failure.status !== undefined) return listOpenAi(get, baseUrl);
    throw failure;
  }
}

/** Several deployments share a name; the first one speaks for them. */
function unique(models: readonly ListedModel[]): ListedModel[] {
  return [...new Map(models.toReversed().map((model) => [model.id, model])).values()].toReversed();
}

function entryOf(entry: WireObject): ListedModel {
  const info = objectOf(entry.model_info);
  return known({
    id: wordsOf(entry.model_name) ?? '',
    contextWindow: sizeOf(info.max_input_tokens),
    maxOutputTokens: sizeOf(info.max_output_tokens),
    vision: typeof info.supports_vision === 'boolean' ? info.supports_vision : undefined,
    efforts: info.supports_reasoning === false ? [] : undefined,
    price: priceOf({
      input: perMillion(info.input_cost_per_token),
      output: perMillion(info.output_cost_per_token),
      cacheRead: perMillion(info.cache_read_input_token_cost),
      cacheWrite: perMillion(info.cache_creation_input_token_cost),
    }),
  });
}
