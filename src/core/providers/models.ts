import type { ModelChoice } from '../../shared/ipc.ts';
import { nearestNames } from '../../shared/nearest.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { wireOf } from '../config/provider-types.ts';
import { type Config, type ModelDefinition, modelDefinitionSchema } from '../config/schema.ts';
import type { Ports } from '../lib/ports.ts';
import { createDemoModel, DEMO_MODEL_ID, DEMO_PROVIDER, DEMO_REF } from './demo/demo-model.ts';
import { resolveEndpoint } from './endpoint.ts';
import type { Endpoint, ModelSpec } from './model-spec.ts';
import type { Model } from './provider.ts';
import { WIRES } from './wires.ts';

/** The models of one configuration. A reference is an alias of `models.definitions`, or `provider/model-id`. */
export interface Models {
  /** The default first, then aliases by name, then the built-in script. `chosen` takes the place of the configured default. */
  list(chosen?: string): readonly ModelChoice[];
  /** Fails with `no_model` when nothing is configured. */
  defaultRef(): Result<string, Problem>;
  /** Fails with `model_not_found` or `provider_auth`. Nothing is sent. The same reference gives the same object. */
  resolve(ref: string): Result<Model, Problem>;
}

export type ModelsPorts = Pick<Ports, 'clock' | 'ids' | 'fetch' | 'environment'>;

export function createModels(config: Config, ports: ModelsPorts): Models {
  const made = new Map<string, Model>();
  return {
    list: (chosen) => listChoices(config, chosen),
    defaultRef: () => defaultRef(config),
    resolve(ref) {
      const known = made.get(ref);
      if (known) return ok(known);
      const model = makeModel(ref, config, ports);
      if (model.ok) made.set(ref, model.value);
      return model;
    },
  };
}

function makeModel(ref: string, config: Config, ports: ModelsPorts): Result<Model, Problem> {
  const target = findTarget(ref, config);
  if (!target) return err(notFound(ref, config));
  if (target.provider === DEMO_PROVIDER) {
    return target.id === DEMO_MODEL_ID ? ok(createDemoModel(ports.clock, ports.ids)) : err(notFound(ref, config));
  }
  const provider = config.providers[target.provider];
  if (!provider) return err(notFound(ref, config));
  const endpoint = resolveEndpoint(target.provider, provider, ports.environment);
  if (!endpoint.ok) return endpoint;
  const spec = modelSpec(target, endpoint.value);
  return ok(WIRES[spec.wire](spec, ports));
}

function modelSpec(definition: ModelDefinition, endpoint: Endpoint): ModelSpec {
  const { id, params, extra_params, retry, prompt_suffix, prompts, price, advanced } = definition;
  const { limits, reasoning, reasoning_echo_back: echoBack, transport } = advanced;
  const { context_window: contextWindow, max_output_tokens: maxOutputTokens } = limits;
  return {
    endpoint,
    id,
    wire: wireOf(endpoint.type, id, transport),
    params: { ...params, ...extra_params },
    retry,
    reasoning: { echoBack, ...(reasoning.effort === undefined ? {} : { effort: reasoning.effort }) },
    ...(price === undefined ? {} : { price }),
    ...(prompt_suffix === undefined ? {} : { promptSuffix: prompt_suffix }),
    ...compactionOf(limits.compaction_threshold_tokens, prompts.compaction),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

function compactionOf(threshold: number | undefined, prompt: string | undefined): Pick<ModelSpec, 'compaction'> {
  return threshold === undefined && prompt === undefined ? {} : { compaction: { threshold, prompt } };
}

/** An alias exactly, else the longest provider name that the reference starts with, so that model ids may hold slashes. */
function findTarget(ref: string, config: Config): ModelDefinition | undefined {
  const definition = Object.hasOwn(config.models.definitions, ref) ? config.models.definitions[ref] : undefined;
  if (definition) return definition;
  const [provider] = [DEMO_PROVIDER, ...Object.keys(config.providers)]
    .filter((name) => ref.startsWith(`${name}/`) && ref.length > name.length + 1)
    .sort((a, b) => b.length - a.length);
  return provider === undefined ? undefined : modelDefinitionSchema.parse({ provider, id: ref.slice(provider.length + 1) });
}

function defaultRef(config: Config): Result<string, Problem> {
  const ref = config.models.profiles.default?.default_model;
  if (ref !== undefined) return ok(ref);
  return err({
    code: 'no_model',
    message: 'No model is configured.',
    hint: `Set \`models.profiles.default.default_model\` in \`config.yaml\`, set \`STEINER_MODEL\`, or try the scripted \`${DEMO_REF}\`.`,
    safe: 'Nothing was started.',
  });
}

function notFound(ref: string, config: Config): Problem {
  const names = [...Object.keys(config.models.definitions), ...Object.keys(config.providers).map((name) => `${name}/…`), DEMO_REF];
  const near = nearestNames(ref, names, 3);
  return {
    code: 'model_not_found',
    message: `There is no model "${ref}".${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
    hint: `Use an alias from models.definitions or provider/model-id. Configured: ${names.join(', ')}.`,
    safe: 'Nothing was started.',
  };
}

function listChoices(config: Config, chosen = config.models.profiles.default?.default_model): ModelChoice[] {
  const aliases = Object.keys(config.models.definitions).sort((a, b) => a.localeCompare(b, 'en'));
  const refs = new Set([...(chosen === undefined ? [] : [chosen]), ...aliases, DEMO_REF]);
  return [...refs].flatMap((ref) => {
    const target = findTarget(ref, config);
    if (!target) return [];
    const contextWindow = target.advanced.limits.context_window;
    const scripted = target.provider === DEMO_PROVIDER;
    const known = contextWindow === undefined ? {} : { contextWindow };
    return [{ ref, provider: target.provider, id: target.id, ...known, scripted, default: ref === chosen }];
  });
}
