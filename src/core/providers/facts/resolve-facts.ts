import type { Fact, FactSource, ModelFacts, ModelPrice, Transport } from '../../../shared/model-facts.ts';
import type { ProviderTypeName } from '../../config/provider-types.ts';
import { providerType, wireOf } from '../../config/provider-types.ts';
import type { ModelDefinition } from '../../config/schema.ts';
import type { ListedModel } from '../listing/listed-model.ts';
import type { Catalogue, CatalogueEntry, Found } from './catalogue.ts';
import { sellersOf } from './sellers.ts';

/** Where nothing is known; small, so that no request is ever too large for the model. */
const DEFAULT_CONTEXT = 32_768;

/** Families whose models took an effort before any list said so. */
const EFFORT_FAMILY = /gpt-5|(^|[/-])o[134]($|-)|codex/;
const FAMILY_EFFORTS = ['minimal', 'low', 'medium', 'high'];

export interface FactSources {
  readonly definition: ModelDefinition;
  readonly type: ProviderTypeName;
  /** What the provider's own list says; the list may be old. */
  readonly listed?: ListedModel | undefined;
  /** Absent when discovery is off. */
  readonly catalogue?: Catalogue | undefined;
}

/** What is known of one model, each fact from the first source that knows it. Pure. */
export function resolveFacts(sources: FactSources): ModelFacts {
  const { definition, type, listed } = sources;
  const { limits, reasoning, reasoning_echo_back: echoBack } = definition.advanced;
  const found = sources.catalogue?.find(sellersOf(definition.provider, type), definition.id, isGeneric(type));
  return {
    contextWindow: first(
      [
        fact(limits.context_window, 'config'),
        fact(listedWindow(definition, listed), 'listing'),
        ofCatalogue(found, (entry) => entry.context),
        ofProgram(definition, type),
      ],
      { value: DEFAULT_CONTEXT, source: 'default', confidence: 'low', note: 'Nobody says how large it is, so a small one is assumed.' },
    ),
    maxOutputTokens: first(
      [fact(limits.max_output_tokens, 'config'), fact(listed?.maxOutputTokens, 'listing'), ofCatalogue(found, (entry) => entry.output)],
      { confidence: 'low', note: 'No limit is sent.' },
    ),
    vision: first([
      fact(definition.vision ?? undefined, 'config'),
      fact(listed?.vision, 'listing'),
      ofCatalogue(found, (entry) => entry.vision),
    ]),
    efforts: first([
      fact(reasoning.supported_efforts, 'config'),
      fact(listed?.efforts, 'listing'),
      ofCatalogue(found, (entry) => entry.efforts),
      EFFORT_FAMILY.test(definition.id) ? { value: FAMILY_EFFORTS, source: 'family', confidence: 'low' } : undefined,
    ]),
    echoBack: first([fact(echoBack, 'config'), ofCatalogue(found, (entry) => entry.echo)], {
      value: false,
      source: 'default',
      confidence: 'high',
    }),
    transport: transportFact(definition, type, found),
    price: first([fact(configuredPrice(definition), 'config'), fact(listed?.price, 'listing'), ofCatalogue(found, catalogued)]),
  };
}

/** The larger one of a Codex account only where the definition asks for it. */
function listedWindow({ advanced }: ModelDefinition, listed: ListedModel | undefined): number | undefined {
  return (advanced.codex?.use_max_context_window ? listed?.maxContextWindow : undefined) ?? listed?.contextWindow;
}

/** What the program of a Claude subscription gives each of its models, as its reference says; a name that ends in `[1m]` asks for more. */
function ofProgram({ id }: ModelDefinition, type: ProviderTypeName): Fact<number> | undefined {
  if (type !== 'claude_subscription') return undefined;
  return { value: id.endsWith('[1m]') ? 1_000_000 : 200_000, source: 'provider', confidence: 'high', note: `What ${type} gives.` };
}

/** Servers that serve anybody's models: what other sellers say of a model of that name is better than nothing. */
function isGeneric(type: ProviderTypeName): boolean {
  return type === 'openai_compat' || type === 'ollama' || type === 'litellm' || type === 'lmstudio';
}

function fact<T>(value: T | undefined, source: FactSource): Fact<T> | undefined {
  return value === undefined ? undefined : { value, source, confidence: 'high' };
}

function ofCatalogue<T>(found: Found | undefined, pick: (entry: CatalogueEntry) => T | undefined): Fact<T> | undefined {
  const value = found && pick(found.entry);
  if (found === undefined || value === undefined) return undefined;
  if (found.exact) return { value, source: 'catalogue', confidence: 'high' };
  return { value, source: 'catalogue', confidence: 'low', note: 'What all sellers of a model of this name agree on.' };
}

function first<T>(facts: readonly (Fact<T> | undefined)[], otherwise: Fact<T> = { confidence: 'low' }): Fact<T> {
  return facts.find((one) => one !== undefined) ?? otherwise;
}

function transportFact({ id, advanced }: ModelDefinition, type: ProviderTypeName, found: Found | undefined): Fact<Transport> {
  const wire = wireOf(type, id, advanced.transport);
  if (advanced.transport !== 'auto') return { value: wire, source: 'config', confidence: 'high' };
  const hint = found?.exact && providerType(type).mixed ? found.entry.wire : undefined;
  return hint === undefined
    ? { value: wire, source: 'provider', confidence: 'high', note: `What ${type} speaks.` }
    : { value: hint, source: 'catalogue', confidence: 'high' };
}

function configuredPrice({ price }: ModelDefinition): ModelPrice | undefined {
  if (!price) return undefined;
  const { input, output, cache_read: cacheRead, cache_write: cacheWrite } = price;
  return { input, output, ...(cacheRead === undefined ? {} : { cacheRead }), ...(cacheWrite === undefined ? {} : { cacheWrite }) };
}

function catalogued({ price }: CatalogueEntry): ModelPrice | undefined {
  if (!price) return undefined;
  const [input, output, cacheRead, cacheWrite] = price;
  return { input, output, ...(cacheRead > 0 ? { cacheRead } : {}), ...(cacheWrite > 0 ? { cacheWrite } : {}) };
}
