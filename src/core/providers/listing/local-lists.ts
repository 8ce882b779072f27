import { mapLimited } from '../../lib/map-limited.ts';
import { objectOf, objectsOf, type WireObject } from '../wire-json.ts';
import { type GetJson, ListingError } from './get-json.ts';
import { known, sizeOf, wordsOf } from './known.ts';
import type { ListedModel } from './listed-model.ts';
import { trimmed } from './openai-list.ts';

/** The server's own API lies beside the one that is configured. */
function root(baseUrl: string): string {
  return trimmed(baseUrl).replace(/\/v1$/, '');
}

/** Every model is asked about once, since the list itself does not say what it can do. */
export async function listOllama(get: GetJson, baseUrl: string): Promise<ListedModel[]> {
  const server = root(baseUrl);
  const names = objectsOf(objectOf(await get(`${server}/api/tags`)).models).flatMap(
    (entry) => wordsOf(entry.model) ?? wordsOf(entry.name) ?? [],
  );
  const shown = await mapLimited(names, 4, async (id) => {
    const about = objectOf(await get(`${server}/api/show`, { body: { model: id } }).catch(() => ({})));
    return { id, about };
  });
  return shown.filter(({ about }) => chats(about)).map(({ id, about }) => ollamaEntry(id, about));
}

function chats({ capabilities }: WireObject): boolean {
  return !Array.isArray(capabilities) || capabilities.includes('completion') || !capabilities.includes('embedding');
}

function ollamaEntry(id: string, { capabilities, model_info: info, parameters }: WireObject): ListedModel {
  const architecture = wordsOf(objectOf(info)['general.architecture']) ?? '';
  const [, configured] = /^num_ctx\s+(\d+)/m.exec(wordsOf(parameters) ?? '') ?? [];
  return known({
    id,
    contextWindow:
      sizeOf(configured === undefined ? undefined : Number(configured)) ?? sizeOf(objectOf(info)[`${architecture}.context_length`]),
    vision: Array.isArray(capabilities) ? capabilities.includes('vision') : undefined,
    efforts: Array.isArray(capabilities) && !capabilities.includes('thinking') ? [] : undefined,
  });
}

/** Servers from before the first version of that API have an older one. */
export async function listLmStudio(get: GetJson, baseUrl: string): Promise<ListedModel[]> {
  const server = root(baseUrl);
  const answer = await get(`${server}/api/v1/models`).catch((failure: unknown) => {
    if (failure instanceof ListingError && failure.status === 404) return get(`${server}/api/v0/models`);
    throw failure;
  });
  const { models, data } = objectOf(answer);
  return objectsOf(models ?? data)
    .filter(({ type }) => type !== 'embedding' && type !== 'embeddings')
    .map(lmStudioEntry)
    .filter(({ id }) => id !== '');
}

function lmStudioEntry(entry: WireObject): ListedModel {
  const vision = objectOf(entry.capabilities).vision;
  return known({
    id: wordsOf(entry.key) ?? wordsOf(entry.id) ?? '',
    name: wordsOf(entry.display_name),
    contextWindow: sizeOf(entry.loaded_context_length) ?? loadedContext(entry) ?? sizeOf(entry.max_context_length),
    vision: typeof vision === 'boolean' ? vision : entry.type === 'vlm' ? true : undefined,
  });
}

/** A loaded model has the window it was loaded with, which may be less than it could have. */
function loadedContext({ loaded_instances: instances }: WireObject): number | undefined {
  const sizes = objectsOf(instances).flatMap(({ config }) => sizeOf(objectOf(config).context_length) ?? []);
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}
