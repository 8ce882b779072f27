import { objectOf, objectsOf, type WireObject } from '../wire-json.ts';
import type { GetJson } from './get-json.ts';
import { known, perMillion, priceOf, sizeOf, wordsOf } from './known.ts';
import type { ListedModel } from './listed-model.ts';
import { trimmed } from './openai-list.ts';

const MOST_PAGES = 50;

/** Models that answer with text and nothing else. Further pages are followed only on the same host. */
export async function listOpenRouter(get: GetJson, baseUrl: string): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  let url: string | undefined = `${trimmed(baseUrl)}/models`;
  for (let page = 0; url !== undefined && page < MOST_PAGES; page += 1) {
    const answer = objectOf(await get(url));
    models.push(...objectsOf(answer.data).filter(writesText).map(entryOf));
    url = nextPage(answer, url);
  }
  return models.filter(({ id }) => id !== '');
}

function nextPage(answer: WireObject, url: string): string | undefined {
  const next = wordsOf(objectOf(answer.links).next);
  if (next === undefined || !URL.canParse(next, url)) return undefined;
  const target = new URL(next, url);
  return target.origin === new URL(url).origin ? target.href : undefined;
}

function writesText({ architecture }: WireObject): boolean {
  const outputs = objectOf(architecture).output_modalities;
  return !Array.isArray(outputs) || (outputs.length === 1 && outputs[0] === 'text');
}

function entryOf(entry: WireObject): ListedModel {
  const pricing = objectOf(entry.pricing);
  const top = objectOf(entry.top_provider);
  const inputs = objectOf(entry.architecture).input_modalities;
  return known({
    id: wordsOf(entry.id) ?? '',
    name: wordsOf(entry.name),
    contextWindow: sizeOf(entry.context_length) ?? sizeOf(top.context_length),
    maxOutputTokens: sizeOf(top.max_completion_tokens),
    vision: Array.isArray(inputs) ? inputs.includes('image') : undefined,
    efforts: effortsOf(entry),
    price: priceOf({
      input: perMillion(pricing.prompt),
      output: perMillion(pricing.completion),
      cacheRead: perMillion(pricing.input_cache_read),
      cacheWrite: perMillion(pricing.input_cache_write),
    }),
  });
}

/** A model that takes no reasoning takes no effort. */
function effortsOf({ reasoning, supported_parameters: parameters }: WireObject): readonly string[] | undefined {
  const efforts = objectOf(reasoning).supported_efforts;
  if (Array.isArray(efforts)) return efforts.filter((effort) => typeof effort === 'string');
  return Array.isArray(parameters) && !parameters.includes('reasoning') ? [] : undefined;
}
