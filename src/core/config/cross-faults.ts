import { splitRef } from '../../shared/model-ref.ts';
import { nearestNames } from '../../shared/nearest.ts';
import { parseHostEntry } from '../lib/host-entry.ts';
import { BUILTIN_TOOLS, customToolNameFault, isForeignTool } from './custom-tool-names.ts';
import { isKeyName, KEY_NAME_RULE, keychainName } from './keychain-reference.ts';
import { ROLES, roleModel } from './profiles.ts';
import { providerType } from './provider-types.ts';
import type { Config } from './schema.ts';

export interface CrossFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What is wrong between settings that are each well formed. */
export function crossFaults(config: Config): CrossFault[] {
  return [
    ...addressFaults(config),
    ...codexFaults(config),
    ...keyFaults(config),
    ...accountFaults(config),
    ...definitionFaults(config),
    ...roleFaults(config),
    ...toolFaults(config),
    ...timeoutFaults(config),
    ...hostFaults(config),
  ];
}

/** An entry that never matches would look as if it allowed something. */
function hostFaults({ sandbox }: Config): CrossFault[] {
  return sandbox.allowed_hosts.flatMap((text, index) => {
    const entry = parseHostEntry(text);
    return entry.ok ? [] : [{ path: ['sandbox', 'allowed_hosts', index], message: `"${text}" ${entry.error}.` }];
  });
}

function addressFaults({ providers }: Config): CrossFault[] {
  return Object.entries(providers)
    .filter(([, provider]) => !provider.base_url && !providerType(provider.type).baseUrl)
    .map(([name, { type }]) => ({
      path: ['providers', name],
      message: `base_url is missing; type ${type} needs the address of the server.`,
    }));
}

function codexFaults({ providers, models }: Config): CrossFault[] {
  const strangers = Object.entries(providers).filter(([, { type, codex }]) => codex !== undefined && type !== 'codex');
  const sockets = Object.entries(providers).filter(([, { codex }]) => codex?.transport === 'websocket');
  const definitions = Object.entries(models.definitions).filter(
    ([, { provider, advanced }]) => advanced.codex !== undefined && providers[provider]?.type !== 'codex',
  );
  return [
    ...strangers.map(([name]) => ({ path: ['providers', name, 'codex'], message: 'belongs to providers of the type codex.' })),
    ...sockets.map(([name]) => ({
      path: ['providers', name, 'codex', 'transport'],
      message: 'websocket is not offered: it was never faster and had no better cache; leave it out or write http.',
    })),
    ...definitions.map(([alias]) => ({
      path: ['models', 'definitions', alias, 'advanced', 'codex'],
      message: 'belongs to models of a provider of the type codex.',
    })),
  ];
}

function keyFaults({ providers }: Config): CrossFault[] {
  return Object.entries(providers)
    .filter(([, { api_key: key = '' }]) => !isKeyName(keychainName(key) ?? 'none'))
    .map(([name]) => ({ path: ['providers', name, 'api_key'], message: `must be keychain: and the name of a key (${KEY_NAME_RULE}).` }));
}

function accountFaults({ providers }: Config): CrossFault[] {
  return Object.entries(providers)
    .filter(([, { type, api_key: key, api_key_env: variable }]) => providerType(type).key === 'sign_in' && (key ?? variable) !== undefined)
    .map(([name, { type }]) => ({ path: ['providers', name], message: `type ${type} takes no API key; sign in to the account instead.` }));
}

function definitionFaults({ providers, models }: Config): CrossFault[] {
  const names = ['demo', ...Object.keys(providers)];
  return Object.entries(models.definitions)
    .filter(([, { provider }]) => !names.includes(provider))
    .map(([alias, { provider }]) => {
      const [near] = nearestNames(provider, names);
      const advice = near ? `Did you mean "${near}"?` : `Configured: ${names.join(', ')}.`;
      return { path: ['models', 'definitions', alias, 'provider'], message: `no provider is named "${provider}". ${advice}` };
    });
}

/** Roles other than the default model: that one may come from a variable or an option, and is reported when a project is opened. */
function roleFaults(config: Config): CrossFault[] {
  const { profiles, definitions } = config.models;
  const providers = ['demo', ...Object.keys(config.providers)];
  const isKnown = (ref: string) => Object.hasOwn(definitions, splitRef(ref).base) || providers.some((name) => ref.startsWith(`${name}/`));
  return Object.keys(profiles).flatMap((profile) =>
    ROLES.filter((role) => role !== 'default_model').flatMap((role) => {
      const { ref, from, fallback } = roleModel(config, profile, role);
      if (ref === undefined || fallback || from !== profile || isKnown(ref)) return [];
      const [near] = nearestNames(ref, [...Object.keys(definitions), ...providers.map((name) => `${name}/…`)]);
      const advice = near === undefined ? 'Use an alias of models.definitions or provider/model-id.' : `Did you mean "${near}"?`;
      return [{ path: ['models', 'profiles', profile, ...role.split('.')], message: `no model is named "${ref}". ${advice}` }];
    }),
  );
}

function toolFaults({ tools }: Config): CrossFault[] {
  return Object.keys(tools).flatMap((name) => {
    const message = customToolNameFault(name);
    return message === undefined ? [] : [{ path: ['tools', name], message }];
  });
}

/** Names of tools that nothing offers. What servers offer is not known here. */
function timeoutFaults({ limits, tools }: Config): CrossFault[] {
  const names = [...BUILTIN_TOOLS, ...Object.keys(tools)];
  return Object.keys(limits.tool_timeouts)
    .filter((name) => !names.includes(name) && !isForeignTool(name))
    .map((name) => {
      const [near] = nearestNames(name, names);
      const advice = near ? `Did you mean "${near}"?` : `The tools are ${names.join(', ')}, and mcp__… of servers.`;
      return { path: ['limits', 'tool_timeouts', name], message: `no tool is named "${name}". ${advice}` };
    });
}
