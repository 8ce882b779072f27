import { objectOf, objectsOf, type WireObject } from '../wire-json.ts';
import { type GetJson, ListingError } from './get-json.ts';
import { known, sizeOf, wordsOf } from './known.ts';
import type { ListedModel } from './listed-model.ts';
import { trimmed } from './openai-list.ts';

const MOST_PAGES = 50;
const VERSION = { 'anthropic-version': '2023-06-01' };

/** Page by page. Servers that speak the API may refuse long pages; those are asked for short ones. */
export async function listAnthropic(get: GetJson, baseUrl: string): Promise<ListedModel[]> {
  const address = `${trimmed(baseUrl).replace(/\/v1$/, '')}/v1/models`;
  try {
    return await allPages(get, address, 1_000);
  } catch (failure) {
    if (failure instanceof ListingError && failure.status === 400) return allPages(get, address, 20);
    throw failure;
  }
}

async function allPages(get: GetJson, address: string, limit: number): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const from = after === undefined ? '' : `&after_id=${encodeURIComponent(after)}`;
    const answer = objectOf(await get(`${address}?limit=${limit}${from}`, { headers: VERSION }));
    models.push(...objectsOf(answer.data).map(entryOf));
    after = wordsOf(answer.last_id);
    if (answer.has_more !== true || after === undefined) break;
  }
  return models.filter(({ id }) => id !== '');
}

function entryOf(entry: WireObject): ListedModel {
  const capabilities = objectOf(entry.capabilities);
  return known({
    id: wordsOf(entry.id) ?? '',
    name: wordsOf(entry.display_name),
    contextWindow: sizeOf(entry.max_input_tokens),
    maxOutputTokens: sizeOf(entry.max_tokens),
    vision: supported(capabilities.image_input),
    efforts: effortsOf(capabilities.effort),
  });
}

function supported(capability: unknown): boolean | undefined {
  const said = objectOf(capability).supported;
  return typeof said === 'boolean' ? said : undefined;
}

/** As in `{ supported: true, low: { supported: true }, … }`. */
function effortsOf(capability: unknown): readonly string[] | undefined {
  const said = supported(capability);
  if (said === undefined) return undefined;
  return said ? Object.keys(objectOf(capability)).filter((word) => supported(objectOf(capability)[word]) === true) : [];
}
