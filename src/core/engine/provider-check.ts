import type { Problem } from '../../shared/problem.ts';
import type { ProviderCheck, ProviderDraft } from '../../shared/provider-check.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SettingsPlace } from '../config/edit/settings-editor.ts';
import { expand } from '../config/expand.ts';
import { loadConfig } from '../config/load.ts';
import { providerType } from '../config/provider-types.ts';
import { type ProviderConfig, providerConfigSchema } from '../config/schema.ts';
import type { Ports } from '../lib/ports.ts';
import { type CredentialSources, resolveEndpoint } from '../providers/endpoint.ts';
import { listModels } from '../providers/listing/list-models.ts';
import type { Endpoint } from '../providers/model-spec.ts';

export interface CheckDeps {
  readonly ports: Ports;
  readonly sources: CredentialSources;
  readonly place: SettingsPlace;
}

/** Asks for the list of models, for real. The problem says what the provider answered and what to correct. */
export async function checkProvider({ ports, sources, place }: CheckDeps, draft: ProviderDraft): Promise<Result<ProviderCheck, Problem>> {
  const config = configOf(draft, await configured(place, draft.name), ports.environment.vars);
  if (!config.ok) return config;
  const endpoint = resolveEndpoint(draft.name, config.value, ports.environment, sources);
  if (!endpoint.ok) return endpoint;
  const begun = ports.clock.monotonic();
  const listed = await listModels(endpoint.value, { ...ports, ...sources });
  if (!listed.ok) return err(worded(listed.error, endpoint.value));
  const models = listed.value.models.map(({ id, name }) => ({ id, ...(name === undefined ? {} : { name }) }));
  return ok({ models, duration: ports.clock.monotonic() - begun });
}

/** Those that the person reads while the form is open: what to do is in front of them. */
function worded(problem: Problem, { type, apiKey }: Endpoint): Problem {
  const { safe: _, ...rest } = problem;
  if (providerType(type).key === 'sign_in') return rest;
  if (problem.code !== 'provider_auth') return { ...rest, hint: 'Check the address, and whether the server runs.' };
  const hint =
    apiKey !== undefined
      ? 'The provider does not know this key, or no longer does. Copy it again from its page of keys.'
      : 'It wants a key. Give one, or the variable that holds it.';
  return { ...rest, hint };
}

async function configured({ paths, environment, project }: SettingsPlace, name: string): Promise<ProviderConfig | undefined> {
  const loaded = await loadConfig({ paths, environment, project: project?.path, projectTrusted: project?.trusted, own: project?.own });
  return loaded.ok ? loaded.value.config.providers[name] : undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

function configOf(draft: ProviderDraft, present: ProviderConfig | undefined, variables: Variables): Result<ProviderConfig, Problem> {
  const { type, base_url: address, api_key: typed, api_key_env: variable } = draft;
  const key = typed === undefined ? undefined : expand(typed, variables);
  if (key?.missing[0] !== undefined) return err(missing(key.missing[0]));
  const parsed = providerConfigSchema.safeParse({
    type,
    ...(address ? { base_url: expand(address, variables).text } : {}),
    ...(key?.text ? { api_key: key.text } : {}),
    ...(variable ? { api_key_env: variable } : {}),
  });
  if (!parsed.success) return err(BAD_ADDRESS);
  const config = parsed.data;
  if (key?.text || variable || !present) return ok(config);
  const same = present.type === config.type && present.base_url === config.base_url;
  return ok(same ? { ...present, timeout: config.timeout } : config);
}

const BAD_ADDRESS: Problem = {
  code: 'config_invalid',
  message: 'The address is none that a server could have.',
  hint: 'Write it in full, such as http://localhost:1234/v1, without user name and password.',
};

function missing(name: string): Problem {
  return {
    code: 'provider_auth',
    message: `The environment variable ${name} is not set.`,
    hint: `Set ${name} before Steiner starts, or give the key itself.`,
  };
}
