import { splitRef } from '../../shared/model-ref.ts';
import { nearestNames } from '../../shared/nearest.ts';
import { parseHostEntry } from '../lib/host-entry.ts';
import { BUILTIN_TOOLS, customToolNameFault, isForeignTool } from './custom-tool-names.ts';
import type { CrossFault } from './fault.ts';
import { modelFaults } from './model-faults.ts';
import { nameFaults } from './name-faults.ts';
import { ROLES, roleModel } from './profiles.ts';
import { providerFaults } from './provider-faults.ts';
import type { Config } from './schema.ts';

/** What is wrong between settings that are each well formed. */
export function crossFaults(config: Config): CrossFault[] {
  return [
    ...nameFaults(config),
    ...providerFaults(config),
    ...modelFaults(config),
    ...definitionFaults(config),
    ...roleFaults(config),
    ...toolFaults(config),
    ...timeoutFaults(config),
    ...hostFaults(config),
    ...passthroughFaults(config),
  ];
}

/** An entry that never matches would look as if it allowed something. */
function hostFaults({ sandbox }: Config): CrossFault[] {
  return sandbox.allowed_hosts.flatMap((text, index) => {
    const entry = parseHostEntry(text);
    return entry.ok ? [] : [{ path: ['sandbox', 'allowed_hosts', index], message: `"${text}" ${entry.error}.` }];
  });
}

/** As `hostFaults`: only a `*` at the end stands for anything. */
function passthroughFaults({ sandbox }: Config): CrossFault[] {
  return sandbox.env_passthrough.flatMap((name, index) => {
    if (/^[A-Za-z_]\w*\*?$/.test(name)) return [];
    const advice =
      name === '*' ? 'would pass everything: set env_passthrough_all for that' : 'is no name of a variable, at whose end a * may stand';
    return [{ path: ['sandbox', 'env_passthrough', index], message: `"${name}" ${advice}.` }];
  });
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
  const isKnown = (ref: string) =>
    Object.hasOwn(definitions, splitRef(ref).base) || (!ref.endsWith('#') && providers.some((name) => ref.startsWith(`${name}/`)));
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
