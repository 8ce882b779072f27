import type { ModelChoice } from '../../shared/ipc.ts';
import type { ModelInspection } from '../../shared/model-list.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Config, ModelDefinition } from '../config/schema.ts';
import type { Ports } from '../lib/ports.ts';
import { createDemoModel, DEMO_MODEL_ID, DEMO_PROVIDER, DEMO_REF } from './demo/demo-model.ts';
import { type CredentialSources, resolveEndpoint } from './endpoint.ts';
import { resolveFacts } from './facts/resolve-facts.ts';
import { type Discovery, type Knowledge, withoutDiscovery } from './listing/discovery.ts';
import { listedAs } from './listing/listed-model.ts';
import { listChoices } from './model-choices.ts';
import type { Endpoint } from './model-spec.ts';
import { createPace, type Pace } from './pacer.ts';
import type { Model } from './provider.ts';
import { findTarget, notFound, wrongEffort } from './references.ts';
import { specOf } from './spec-of.ts';
import { WIRES } from './wires.ts';

/** The models of one configuration. A reference is an alias of `models.definitions`, or `provider/model-id`; `#effort` may follow. */
export interface Models {
  /** The default first, then aliases, then what providers list, then the built-in script. `chosen` takes the place of the configured default. */
  list(chosen?: string): Promise<readonly ModelChoice[]>;
  /** Fails with `no_model` when nothing is configured. */
  defaultRef(): Result<string, Problem>;
  /** Whether a reference names a model that has what it needs to be asked, without reading anything. Fails with `model_not_found` or `provider_auth`. */
  check(ref: string): Result<null, Problem>;
  /** Fails as `check` does, and for an effort that the model does not take. Nothing is sent but what `knowledgeOf` asks. The same reference gives the same object. */
  resolve(ref: string): Promise<Result<Model, Problem>>;
  /** Everything that is known of a model and where it is known from. Fails with `model_not_found`. */
  inspect(ref: string): Promise<Result<ModelInspection, Problem>>;
}

export type ModelsPorts = Pick<Ports, 'clock' | 'ids' | 'fetch' | 'environment'> & CredentialSources;

export function createModels(config: Config, ports: ModelsPorts, discovery: Discovery = withoutDiscovery()): Models {
  const pace = paces(config, ports);
  const made = new Map<string, { readonly known: Knowledge; readonly model: Model }>();
  return {
    list: async (chosen) => listChoices({ config, knowledge: await discovery.known(), environment: ports.environment, chosen }),
    defaultRef: () => defaultRef(config),
    check(ref) {
      const target = reach(ref, config, ports);
      return target.ok ? ok(null) : target;
    },
    async resolve(ref) {
      const target = reach(ref, config, ports);
      if (!target.ok) return target;
      const known = await knowledgeOf(target.value.definition, config, discovery);
      const before = made.get(ref);
      if (before?.known === known) return ok(before.model);
      const model = makeModel(ref, target.value, { known, ports, pace });
      if (model.ok) made.set(ref, { known, model: model.value });
      return model;
    },
    async inspect(ref) {
      const definition = findTarget(ref, config);
      return inspect(ref, {
        config,
        ports,
        known: definition ? await knowledgeOf(definition, config, discovery) : await discovery.known(),
      });
    },
  };
}

/** Ollama runs a model with the context it was given there, which no catalogue knows: it is asked about one that it never listed. */
async function knowledgeOf({ provider, id }: ModelDefinition, { providers }: Config, discovery: Discovery): Promise<Knowledge> {
  if (providers[provider]?.type === 'ollama') await discovery.refreshUnlisted(provider, id);
  return discovery.known();
}

interface Target {
  readonly definition: ModelDefinition;
  /** `null` for the built-in script. */
  readonly endpoint: Endpoint | null;
}

function reach(ref: string, config: Config, ports: ModelsPorts): Result<Target, Problem> {
  const definition = findTarget(ref, config);
  if (!definition) return err(notFound(ref, config));
  if (definition.provider === DEMO_PROVIDER) {
    return definition.id === DEMO_MODEL_ID ? ok({ definition, endpoint: null }) : err(notFound(ref, config));
  }
  const provider = config.providers[definition.provider];
  if (!provider) return err(notFound(ref, config));
  const endpoint = resolveEndpoint(definition.provider, provider, ports.environment, ports);
  return endpoint.ok ? ok({ definition, endpoint: endpoint.value }) : endpoint;
}

interface MakeOptions {
  readonly known: Knowledge;
  readonly ports: ModelsPorts;
  readonly pace: (provider: string) => Pace | undefined;
}

/** One for each provider that asks for a gap between its requests. */
function paces({ providers }: Config, { clock }: ModelsPorts): MakeOptions['pace'] {
  const made = new Map(
    Object.entries(providers).flatMap(([name, { codex }]) =>
      codex && codex.min_request_interval > 0 ? [[name, createPace(clock, codex.min_request_interval)] as const] : [],
    ),
  );
  return (provider) => made.get(provider);
}

function makeModel(ref: string, { definition, endpoint }: Target, { known, ports, pace }: MakeOptions): Result<Model, Problem> {
  if (endpoint === null) return ok(createDemoModel(ports.clock, ports.ids));
  const facts = factsOf(definition, endpoint.type, known);
  const { effort } = definition.advanced.reasoning;
  const { value: efforts, confidence } = facts.efforts;
  if (effort !== undefined && efforts && confidence === 'high' && !efforts.includes(effort)) return err(wrongEffort(ref, effort, efforts));
  const paced = pace(definition.provider);
  const spec = { ...specOf(definition, endpoint, facts), ...(paced ? { pace: paced } : {}) };
  return ok(WIRES[spec.wire](spec, ports));
}

function factsOf(definition: ModelDefinition, type: Endpoint['type'], { catalogue, listed }: Knowledge): ModelInspection['facts'] {
  return resolveFacts({ definition, type, catalogue, listed: listedAs(listed(definition.provider), definition.id) });
}

function inspect(
  ref: string,
  { config, ports, known }: Omit<MakeOptions, 'pace'> & { readonly config: Config },
): Result<ModelInspection, Problem> {
  const definition = findTarget(ref, config);
  const provider = definition && config.providers[definition.provider];
  if (!definition || !provider) return err(notFound(ref, config));
  const reached = reach(ref, config, ports);
  const name = listedAs(known.listed(definition.provider), definition.id)?.name;
  const { effort } = definition.advanced.reasoning;
  return ok({
    ref,
    provider: definition.provider,
    type: provider.type,
    id: definition.id,
    ...(name === undefined ? {} : { name }),
    facts: factsOf(definition, provider.type, known),
    ...(effort === undefined ? {} : { effort }),
    ...(reached.ok ? {} : { problem: reached.error }),
  });
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
