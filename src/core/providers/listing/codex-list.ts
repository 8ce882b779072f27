import { objectOf, objectsOf, type WireObject } from '../wire-json.ts';
import type { GetJson } from './get-json.ts';
import { known, sizeOf, wordsOf } from './known.ts';
import type { ListedModel } from './listed-model.ts';
import { openAiModels, trimmed } from './openai-list.ts';

/** The list is asked for by clients, and tells a client of that version what it can use. */
const CLIENT_VERSION = '1.0.0';

/** The tag of the list that is known, and who is told that of a new one. */
export interface ListTags {
  readonly known?: string;
  readonly took?: (etag: string) => void;
}

/** What the account may use, without what its own client hides. An account with an API credential gets the list of the API. */
export async function listCodex(get: GetJson, baseUrl: string, tags: ListTags = {}): Promise<ListedModel[]> {
  const headers = tags.known === undefined ? {} : { 'If-None-Match': tags.known };
  const request = { headers, ...(tags.took ? { tag: tags.took } : {}) };
  const answer = objectOf(await get(`${trimmed(baseUrl)}/models?client_version=${CLIENT_VERSION}`, request));
  if (Array.isArray(answer.data)) return openAiModels(answer);
  return objectsOf(answer.models)
    .filter(({ visibility = 'list' }) => visibility === 'list')
    .map(entryOf)
    .filter(({ id }) => id !== '');
}

function entryOf(entry: WireObject): ListedModel {
  const efforts = objectsOf(entry.supported_reasoning_levels).flatMap(({ effort }) => wordsOf(effort) ?? []);
  return known({
    id: wordsOf(entry.slug) ?? '',
    name: wordsOf(entry.display_name),
    contextWindow: sizeOf(entry.context_window),
    maxContextWindow: sizeOf(entry.max_context_window),
    efforts: efforts.length === 0 ? undefined : efforts,
  });
}
