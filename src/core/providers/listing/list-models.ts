import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type ProviderTypeName, providerType } from '../../config/provider-types.ts';
import type { Endpoint, WirePorts } from '../model-spec.ts';
import { redactor } from '../redact.ts';
import { listAnthropic } from './anthropic-list.ts';
import { type ListTags, listCodex } from './codex-list.ts';
import { createGetJson, type GetJson, ListingError, Unchanged } from './get-json.ts';
import type { ListedModel } from './listed-model.ts';
import { listLiteLlm } from './litellm-list.ts';
import { listLmStudio, listOllama } from './local-lists.ts';
import { listOpenAi } from './openai-list.ts';
import { listOpenRouter } from './openrouter-list.ts';

type Asked = Exclude<ProviderTypeName, 'claude_subscription'>;
type Lister = (get: GetJson, baseUrl: string, tags: ListTags) => Promise<ListedModel[]>;

/** How each type that has a server is asked for its models. */
const LISTERS: Readonly<Record<Asked, Lister>> = {
  anthropic: listAnthropic,
  openai: listOpenAi,
  codex: listCodex,
  openai_compat: listOpenAi,
  openrouter: listOpenRouter,
  ollama: listOllama,
  lmstudio: listLmStudio,
  litellm: listLiteLlm,
  opencode_go: listOpenAi,
  opencode_zen: listOpenAi,
};

/** How long a server may take for its whole list, in milliseconds. */
const TIME_LIMIT = 5_000;

const KEPT = 'The models listed before are kept.';

export interface ListOptions {
  readonly clock: WirePorts['clock'];
  readonly fetch: WirePorts['fetch'];
  /** Needed where an account is reached through the program. */
  readonly claude?: WirePorts['claude'];
}

/** `etag` names this very list to the server that gave it. */
export interface ModelList {
  readonly models: readonly ListedModel[];
  readonly etag?: string;
}

/** The models a provider offers right now, by id. `before` is given back where the server says that it still holds. */
export async function listModels(endpoint: Endpoint, options: ListOptions, before?: ModelList): Promise<Result<ModelList, Problem>> {
  const { type } = endpoint;
  return type === 'claude_subscription' ? listProgram(endpoint, options) : listServer({ ...endpoint, type }, options, before);
}

async function listProgram({ name }: Endpoint, { claude }: ListOptions): Promise<Result<ModelList, Problem>> {
  if (!claude) throw new Error(`the list of ${name} needs the ports of a program`);
  const models = await claude.models();
  if (models.ok) return ok({ models: byId(models.value) });
  return err({ ...models.error, message: `${name} did not list its models: ${models.error.message}`, safe: KEPT });
}

async function listServer(
  endpoint: Endpoint & { readonly type: Asked },
  { clock, fetch }: ListOptions,
  before?: ModelList,
): Promise<Result<ModelList, Problem>> {
  const slow = new AbortController();
  const done = new AbortController();
  void clock.sleep(TIME_LIMIT, done.signal).then(() => slow.abort());
  let etag: string | undefined;
  const took = (tag: string) => {
    etag = tag;
  };
  try {
    const get = createGetJson({ endpoint, fetch, signal: slow.signal });
    const tags = { took, ...(before?.etag === undefined ? {} : { known: before.etag }) };
    const models = await LISTERS[endpoint.type](get, endpoint.baseUrl, tags);
    return ok({ models: byId(models), ...(etag === undefined ? {} : { etag }) });
  } catch (failure) {
    if (failure instanceof Unchanged && before) return ok(before);
    if (!(failure instanceof ListingError)) throw failure;
    return err(listingProblem(endpoint, failure));
  } finally {
    done.abort();
  }
}

function byId(models: readonly ListedModel[]): readonly ListedModel[] {
  return models.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function listingProblem(endpoint: Endpoint, { message, status }: ListingError): Problem {
  const { name } = endpoint;
  const refused = status === 401 || status === 403;
  return {
    code: refused ? 'provider_auth' : 'provider_unreachable',
    message: redactor(endpoint)(`${name} did not list its models: ${message.replace(/\.$/, '')}.`),
    hint: refused
      ? refusedHint(endpoint)
      : `Check providers.${name}.base_url and whether the server runs, then run steiner models refresh.`,
    safe: KEPT,
  };
}

function refusedHint({ name, type }: Endpoint): string {
  if (providerType(type).key === 'sign_in') return `Sign in again with steiner login ${type}.`;
  return `Check providers.${name}.api_key_env or providers.${name}.api_key in the configuration.`;
}
