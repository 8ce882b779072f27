import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { providerType } from '../config/provider-types.ts';
import type { ProviderConfig } from '../config/schema.ts';
import type { Environment } from '../lib/ports.ts';
import type { Endpoint } from './model-spec.ts';

/** Fills in the type's defaults and reads the key: `api_key_env` first, then `api_key`. Space around a key, such as a line end from a file, is dropped. */
export function resolveEndpoint(name: string, config: ProviderConfig, environment: Environment): Result<Endpoint, Problem> {
  const type = providerType(config.type);
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
  });
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
        ? `Name the variable that holds the key in providers.${name}.api_key_env.`
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
