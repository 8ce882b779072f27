import type { ModelChoice } from '../../shared/ipc.ts';
import { type ProviderTypeName, providerType } from '../config/provider-types.ts';
import { type Config, type ModelDefinition, modelDefinitionSchema } from '../config/schema.ts';
import type { Environment } from '../lib/ports.ts';
import { USUAL_MODELS } from './claude-cli/cli-models.ts';
import { DEMO_PROVIDER, DEMO_REF } from './demo/demo-model.ts';
import { resolveEndpoint } from './endpoint.ts';
import { resolveFacts } from './facts/resolve-facts.ts';
import { sellersOf } from './facts/sellers.ts';
import type { Knowledge } from './listing/discovery.ts';
import { listedAs } from './listing/listed-model.ts';
import { findTarget } from './references.ts';

export interface ChoiceOptions {
  readonly config: Config;
  readonly knowledge: Knowledge;
  readonly environment: Environment;
  /** Takes the place of the configured default. */
  readonly chosen?: string | undefined;
}

/** Everything that can be chosen. An alias hides the model that it stands for; what cannot be asked now says why. */
export function listChoices(options: ChoiceOptions): ModelChoice[] {
  const { config } = options;
  const chosen = options.chosen ?? config.models.profiles.default?.default_model;
  const aliases = Object.keys(config.models.definitions).sort((a, b) => a.localeCompare(b, 'en'));
  const named = [...new Set([...(chosen === undefined ? [] : [chosen]), ...aliases])].flatMap((ref) => {
    const definition = findTarget(ref, config);
    return definition ? [{ ref, definition }] : [];
  });
  const taken = new Set(named.map(({ definition: { provider, id } }) => `${provider}/${id}`));
  const offered = Object.keys(config.providers).flatMap((provider) => offeredBy(provider, options).filter(({ ref }) => !taken.has(ref)));
  const demo =
    chosen === DEMO_REF ? [] : [{ ref: DEMO_REF, definition: definitionOf(DEMO_PROVIDER, DEMO_REF.slice(DEMO_PROVIDER.length + 1)) }];
  const choose = chooser(options);
  return [...named, ...offered, ...demo].map(({ ref, definition }) => choose(ref, definition, ref === chosen));
}

interface Named {
  readonly ref: string;
  readonly definition: ModelDefinition;
}

function offeredBy(provider: string, { config, knowledge }: ChoiceOptions): Named[] {
  const type = config.providers[provider]?.type;
  const listed = knowledge.listed(provider);
  const ids = listed ? [...listed.keys()] : type ? usualModels(provider, type, knowledge) : [];
  return ids.map((id) => ({ ref: `${provider}/${id}`, definition: definitionOf(provider, id) }));
}

/** What stands in for a list until there is one: names that always hold, or what the catalogue says is sold. */
function usualModels(provider: string, type: ProviderTypeName, { catalogue }: Knowledge): readonly string[] {
  if (type === 'claude_subscription') return USUAL_MODELS;
  return catalogue?.ids(sellersOf(provider, type)) ?? [];
}

const USUAL = modelDefinitionSchema.parse({ provider: 'any', id: 'any' });

function definitionOf(provider: string, id: string): ModelDefinition {
  return { ...USUAL, provider, id };
}

function chooser({ config, knowledge, environment }: ChoiceOptions) {
  const reasons = new Map(
    Object.entries(config.providers).map(([name, provider]) => {
      const endpoint = resolveEndpoint(name, provider, environment);
      return [name, endpoint.ok ? undefined : endpoint.error.message] as const;
    }),
  );
  return (ref: string, definition: ModelDefinition, isDefault: boolean): ModelChoice => {
    const { provider, id } = definition;
    const type = config.providers[provider]?.type;
    const about = { ref, provider, id, scripted: provider === DEMO_PROVIDER, default: isDefault };
    if (type === undefined) return about;
    const list = knowledge.listed(provider);
    const listed = listedAs(list, id);
    const { contextWindow, vision, efforts, price } = resolveFacts({
      definition,
      type,
      catalogue: knowledge.catalogue,
      listed,
    });
    const { effort } = definition.advanced.reasoning;
    const unavailable = reasons.get(provider);
    const alias = Object.hasOwn(config.models.definitions, ref);
    return {
      ...about,
      ...(alias ? { alias } : {}),
      ...(contextWindow.value === undefined || contextWindow.source === 'default' ? {} : { contextWindow: contextWindow.value }),
      ...(vision.value === undefined ? {} : { vision: vision.value }),
      ...(efforts.value === undefined ? {} : { efforts: efforts.value }),
      ...(effort === undefined ? {} : { effort }),
      ...(price.value === undefined ? {} : { price: price.value }),
      ...(unavailable === undefined ? {} : { unavailable }),
      ...(list && !listed && !providerType(type).mixed ? { unlisted: true } : {}),
    };
  };
}
