import { objectOf, type WireObject } from '../wire-json.ts';
import type { CatalogueData, CatalogueEntry } from './catalogue.ts';

/** What the public catalogue calls the library that speaks to a seller or a model, and the API that this is. */
const WIRES: readonly (readonly [RegExp, NonNullable<CatalogueEntry['wire']>])[] = [
  [/anthropic/, 'messages'],
  [/openai-compatible/, 'chat_completions'],
  [/openai$/, 'responses'],
];

/** The public catalogue's data in the form of the shipped one; `undefined` when it is something else. */
export function fromModelsDev(json: unknown, about: Pick<CatalogueData, 'from' | 'date'>): CatalogueData | undefined {
  const sellers = Object.entries(objectOf(json)).flatMap(([name, seller]) => {
    const models = Object.entries(objectOf(objectOf(seller).models)).map(([id, model]) => [id, entryOf(objectOf(model))] as const);
    return models.length === 0 ? [] : [[name, Object.fromEntries(models)] as const];
  });
  return sellers.length === 0 ? undefined : { ...about, providers: Object.fromEntries(sellers) };
}

function entryOf({ limit, modalities, reasoning, provider, cost, interleaved, ...model }: WireObject): CatalogueEntry {
  const { context, output } = objectOf(limit);
  const inputs = objectOf(modalities).input;
  const efforts = reasoning === false ? [] : effortsOf(model.reasoning_options);
  const wire = WIRES.find(([name]) => name.test(String(objectOf(provider).npm ?? '')))?.[1];
  const price = priceOf(objectOf(cost));
  return {
    ...(isSize(context) ? { context } : {}),
    ...(isSize(output) ? { output } : {}),
    ...(Array.isArray(inputs) ? { vision: inputs.includes('image') } : {}),
    ...(efforts === undefined ? {} : { efforts }),
    ...(objectOf(interleaved).field === 'reasoning_content' ? { echo: true } : {}),
    ...(wire === undefined ? {} : { wire }),
    ...(price === undefined ? {} : { price }),
  };
}

/** As in `[{ type: 'effort', values: ['low', 'high'] }]`. */
function effortsOf(options: unknown): string[] | undefined {
  const effort = Array.isArray(options) ? options.map(objectOf).find(({ type }) => type === 'effort') : undefined;
  return Array.isArray(effort?.values) ? effort.values.filter((word) => typeof word === 'string') : undefined;
}

function priceOf({ input, output, cache_read: read, cache_write: write }: WireObject): CatalogueEntry['price'] | undefined {
  const known = [input, output, read ?? 0, write ?? 0].every((value) => typeof value === 'number' && value >= 0);
  return known ? [Number(input), Number(output), Number(read ?? 0), Number(write ?? 0)] : undefined;
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}
