import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { keychainName } from '../config/keychain-reference.ts';
import { type ProviderTypeName, providerType } from '../config/provider-types.ts';
import type { ProviderConfig } from '../config/schema.ts';
import type { Environment, Keychain } from '../lib/ports.ts';
import type { CodexAccount } from './codex/codex-account.ts';
import { codexCredentials } from './codex/codex-credentials.ts';
import { keychainCredentials } from './keychain-credentials.ts';
import type { Endpoint, ModelMaker } from './model-spec.ts';

/** Where credentials can come from that are neither in the configuration nor in the environment. */
export interface CredentialSources {
  readonly keychain?: Keychain;
  readonly codex?: CodexAccount;
  readonly claude?: ModelMaker;
  /** Hears what answers say about limits. */
  readonly observer?: (provider: string, type: ProviderTypeName) => (headers: Headers) => void;
}

/**
 * Fills in the type's defaults and reads the key: `api_key_env` first, then `api_key`. Space around a key, such as a line end from a file, is dropped.
 * A key of the keychain is not read here but by the requests.
 */
export function resolveEndpoint(
  name: string,
  config: ProviderConfig,
  environment: Environment,
  sources: CredentialSources = {},
): Result<Endpoint, Problem> {
  if (config.type === 'codex') return ok({ ...codexEndpoint(name, config, sources), ...observed(name, config, sources) });
  const type = providerType(config.type);
  if (config.type === 'claude_subscription') return ok(claudeEndpoint(name, config));
  const baseUrl = config.base_url ?? type.baseUrl;
  if (baseUrl === undefined) return err(addressMissing(name, config.type));
  const named = config.api_key_env === undefined ? undefined : environment.vars[config.api_key_env];
  const apiKey = type.key === 'none' ? undefined : (named || config.api_key)?.trim();
  if (type.key === 'required' && !apiKey) return err(keyMissing(name, config));
  return ok({
    name,
    type: config.type,
    baseUrl,
    headers: config.headers,
    timeout: config.timeout,
    ...(apiKey ? { apiKey } : {}),
    ...keychainKey(name, apiKey, sources),
    ...observed(name, config, sources),
  });
}

/** A program thinks for longer than a server is silent. */
const CLAUDE_SILENCE = 300_000;

/** The address only tells where the account is; the program knows it by itself. */
function claudeEndpoint(name: string, { type, timeout }: ProviderConfig): Endpoint {
  return { name, type, baseUrl: providerType(type).baseUrl ?? '', headers: {}, timeout: Math.max(timeout, CLAUDE_SILENCE) };
}

/** The address is that of the account, whatever the configuration says. */
function codexEndpoint(name: string, { type, headers, timeout }: ProviderConfig, { codex }: CredentialSources): Endpoint {
  const baseUrl = codex?.site.backend ?? providerType(type).baseUrl ?? '';
  return { name, type, baseUrl, headers, timeout, ...(codex ? { credentials: codexCredentials(codex) } : {}) };
}

function observed(name: string, { type }: ProviderConfig, { observer }: CredentialSources): Pick<Endpoint, 'observe'> {
  return observer ? { observe: observer(name, type) } : {};
}

function keychainKey(provider: string, apiKey: string | undefined, { keychain }: CredentialSources): Pick<Endpoint, 'credentials'> {
  const name = apiKey === undefined ? undefined : keychainName(apiKey);
  return name === undefined || !keychain ? {} : { credentials: keychainCredentials(provider, name, keychain) };
}

function keyMissing(name: string, { type, api_key_env: variable }: ProviderConfig): Problem {
  return {
    code: 'provider_auth',
    message:
      variable === undefined
        ? `Provider ${name} (${type}) needs an API key and has none.`
        : `Provider ${name} (${type}) takes its API key from the environment variable ${variable}, which is not set.`,
    hint:
      variable === undefined
        ? `Name the variable that holds the key in providers.${name}.api_key_env, or one of the keychain as api_key: keychain:NAME.`
        : `Set ${variable} before starting, or name another variable in providers.${name}.api_key_env.`,
    safe: 'Nothing was sent.',
  };
}

function addressMissing(name: string, type: string): Problem {
  return {
    code: 'config_invalid',
    message: `Provider ${name} (${type}) has no address.`,
    hint: `Set providers.${name}.base_url to the address of the server.`,
    safe: 'Nothing was sent.',
  };
}
