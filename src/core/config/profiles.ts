import { nearestNames } from '../../shared/nearest.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { AGENT_TYPES, HANDOFF_TARGETS, ONESHOT_PHASES, type ProfileConfig } from './role-settings.ts';
import type { Config } from './schema.ts';

/** Who asks a model, by the key that says which: `default_model`, `advisor`, `sub_agents.code`, … */
export const ROLES = [
  'default_model',
  'advisor',
  'compaction',
  ...AGENT_TYPES.map((name) => `sub_agents.${name}` as const),
  ...ONESHOT_PHASES.map((name) => `oneshot.${name}` as const),
  ...HANDOFF_TARGETS.map((name) => `workflow_handoff.${name}` as const),
] as const;
export type Role = (typeof ROLES)[number];

/** The model of one role. `from` is the profile that says so, and whether it says so for the role itself or for all. */
export interface RoleModel {
  readonly role: Role;
  readonly ref: string | undefined;
  readonly from: string | undefined;
  readonly fallback: boolean;
}

/** Fails when there is no profile of that name; nothing was chosen then. */
export function chooseProfile(config: Config, name: string): Result<string, Problem> {
  const names = Object.keys(config.models.profiles);
  if (name === 'default' || names.includes(name)) return ok(name);
  const [near] = nearestNames(name, names);
  return err({
    code: 'config_invalid',
    message: `There is no profile "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    hint: names.length === 0 ? 'Profiles are under models.profiles in the configuration.' : `Configured: ${names.join(', ')}.`,
    safe: 'Nothing was changed.',
  });
}

/**
 * The role's own entry in the profile, else in `default`, else the profile's `default_model`, else that of `default`. Empty text in a profile takes
 * the entry of `default` away.
 */
export function roleModel(config: Config, profile: string, role: Role): RoleModel {
  const { profiles } = config.models;
  const chain = profile === 'default' ? ['default'] : [profile, 'default'];
  for (const asked of role === 'default_model' ? (['default_model'] as const) : ([role, 'default_model'] as const)) {
    const fallback = asked !== role;
    for (const name of chain) {
      const ref = entry(profiles[name], asked);
      if (ref === '') break;
      if (ref !== undefined) return { role, ref, from: name, fallback };
    }
  }
  return { role, ref: undefined, from: undefined, fallback: role !== 'default_model' };
}

function entry(profile: ProfileConfig | undefined, role: Role): string | undefined {
  const [group = '', key] = role.split('.');
  const value: unknown = Reflect.get(profile ?? {}, group);
  const found: unknown = key === undefined ? value : Reflect.get(Object(value ?? {}), key);
  return typeof found === 'string' ? found : undefined;
}
