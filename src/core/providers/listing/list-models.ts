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

type Lister = (get: GetJson, baseUrl: string, tags: ListTags) => Promise<ListedModel[]>;

/** What every version of the program knows its newest models by; it takes full ids too. */
const CLAUDE_ALIASES = ['haiku', 'opus', 'sonnet'];

/** How each type is asked for its models. */
const LISTERS: Readonly<Record<ProviderTypeName, Lister>> = {
  anthropic: listAnthropic,
  openai: listOpenAi,
  codex: listCodex,
  claude_subscription: async () => CLAUDE_ALIASES.map((id) => ({ id })),
  openai_compat: listOpenAi,
  openrouter: listOpenRouter,
  ollama: listOllama,
  lmstudio: listLmStudio,
  litellm: listLiteLlm,
  opencode_go: listOpenAi,
  opencode_zen: listOpenAi,
};

/** How long a provider may take for its whole list, in milliseconds. */
const TIME_LIMIT = 5_000;

export interface ListOptions {
  readonly clock: WirePorts['clock'];
  readonly fetch: WirePorts['fetch'];
}

/** `etag` names this very list to the server that gave it. */
export interface ModelList {
  readonly models: readonly ListedModel[];
  readonly etag?: string;
}

/** The models a provider offers right now, by id. `before` is given back where the server says that it still holds. */
export async function listModels(
  endpoint: Endpoint,
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
    return ok({ models: models.toSorted((a, b) => (a.id < b.id ? -1 : 1)), ...(etag === undefined ? {} : { etag }) });
  } catch (failure) {
    if (failure instanceof Unchanged && before) return ok(before);
    if (!(failure instanceof ListingError)) throw failure;
    return err(listingProblem(endpoint, failure));
  } finally {
    done.abort();
  }
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
    safe: 'The models listed before are kept.',
  };
}

function refusedHint({ name, type }: Endpoint): string {
  if (providerType(type).key === 'sign_in') return `Sign in again with steiner login ${type}.`;
  return `Check providers.${name}.api_key_env or providers.${name}.api_key in the configuration.`;
}
