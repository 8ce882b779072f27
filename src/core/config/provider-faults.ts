import type { CrossFault } from './fault.ts';
import { isKeyName, KEY_NAME_RULE, keychainName } from './keychain-reference.ts';
import { providerType } from './provider-types.ts';
import type { Config, ProviderConfig } from './schema.ts';

/** What is wrong with providers, apart from their names. No message holds what was found: it may be a secret. */
export function providerFaults({ providers, models }: Config): CrossFault[] {
  const own = Object.entries(providers).flatMap(([name, provider]) =>
    [...addressFaults(provider), ...keyFaults(provider), ...headerFaults(provider), ...codexFaults(provider)].map(({ path, message }) => ({
      path: ['providers', name, ...path],
      message,
    })),
  );
  const strangers = Object.entries(models.definitions)
    .filter(([, { provider, advanced }]) => advanced.codex !== undefined && providers[provider]?.type !== 'codex')
    .map(([alias]) => ({
      path: ['models', 'definitions', alias, 'advanced', 'codex'],
      message: 'belongs to models of a provider of the type codex.',
    }));
  return [...own, ...strangers];
}

function addressFaults({ type, base_url: address }: ProviderConfig): CrossFault[] {
  if (address || providerType(type).baseUrl) return [];
  return [{ path: [], message: `base_url is missing; type ${type} needs the address of the server.` }];
}

/** A name that a shell could set. What is none may be the key itself. */
const VARIABLE = /^[A-Za-z_]\w*$/;

function keyFaults({ type, api_key: key, api_key_env: variable }: ProviderConfig): CrossFault[] {
  const { key: kind } = providerType(type);
  const given = [...(key === undefined ? [] : ['api_key']), ...(variable === undefined ? [] : ['api_key_env'])];
  if (kind === 'sign_in' && given.length > 0)
    return [{ path: [], message: `type ${type} takes no API key; sign in to the account instead.` }];
  if (kind === 'none' && given.length > 0) {
    return given.map((name) => ({
      path: [name],
      message: `type ${type} sends no API key; take it out, or use the type openai_compat for a server that wants one.`,
    }));
  }
  const badKey = isKeyName(keychainName(key ?? '') ?? 'none') ? [] : [{ path: ['api_key'], message: KEYCHAIN_RULE }];
  return variable === undefined || VARIABLE.test(variable) ? badKey : [...badKey, { path: ['api_key_env'], message: VARIABLE_RULE }];
}

const KEYCHAIN_RULE = `must be keychain: and the name of a key (${KEY_NAME_RULE}).`;
const VARIABLE_RULE = 'must be the name of an environment variable, such as MY_API_KEY; a key itself belongs in api_key.';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** How a message ends and where it goes is between the two programs that speak. */
const HEADERS_OF_THE_WIRE = /^(connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

function headerFaults({ type, headers }: ProviderConfig): CrossFault[] {
  if (type === 'claude_subscription' && Object.keys(headers).length > 0) {
    return [
      { path: ['headers'], message: 'type claude_subscription sends no requests of its own, so it takes no headers; take them out.' },
    ];
  }
  return Object.entries(headers).flatMap(([name, value]) => {
    const message = headerFault(name, value);
    return message === undefined ? [] : [{ path: ['headers', name], message }];
  });
}

function headerFault(name: string, value: string): string | undefined {
  if (!HEADER_NAME.test(name)) return 'is no name of a header: letters, digits and dashes.';
  if (HEADERS_OF_THE_WIRE.test(name)) return 'is set by each request itself; take it out.';
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? undefined : 'holds a character that no header can hold, such as a line end.';
}

function codexFaults({ type, codex }: ProviderConfig): CrossFault[] {
  if (codex !== undefined && type !== 'codex') return [{ path: ['codex'], message: 'belongs to providers of the type codex.' }];
  if (codex?.transport !== 'websocket') return [];
  return [
    {
      path: ['codex', 'transport'],
      message: 'websocket is not offered: it was never faster and had no better cache; leave it out or write http.',
    },
  ];
}
