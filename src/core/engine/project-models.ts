import type { ModelChoice } from '../../shared/ipc.ts';
import type { ModelInspection, ModelListings, RoleChoice } from '../../shared/model-list.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { chooseProfile, ROLES, roleModel } from '../config/profiles.ts';
import type { Config } from '../config/schema.ts';
import { forgetBlind, type SightPorts } from '../providers/sight.ts';
import type { ModelUses } from '../store/model-uses.ts';
import type { Applied } from './applied-settings.ts';

export interface RefreshModels {
  /** Default: all that are configured. */
  readonly providers?: readonly string[] | undefined;
  /** Fetches the catalogue too. */
  readonly catalogue?: boolean | undefined;
}

/** What can be chosen in a project and what is known of it. */
export interface ProjectModels {
  list(): Promise<readonly ModelChoice[]>;
  listings(): Promise<ModelListings>;
  /** Asks providers for their lists, and forgets which of their models refused pictures. Fails when a provider is not configured, or when nothing that was asked answered. */
  refresh(options: RefreshModels): Promise<Result<ModelListings, Problem>>;
  /** Asks those whose list is missing or old, once per process; what comes of it is told to those who listen to the project. */
  refreshStale(): Promise<void>;
  inspect(ref: string): Promise<Result<ModelInspection, Problem>>;
  /** Which model every role has; `profile` in place of `default`. */
  roles(profile?: string): Result<readonly RoleChoice[], Problem>;
  setFavourite(model: Pick<ModelChoice, 'provider' | 'id'>, favourite: boolean): Promise<Result<null, Problem>>;
  /** Whether a session can go on with it; counts as a use when it can. */
  switchTo(ref: string): Promise<Result<null, Problem>>;
}

export interface ProjectModelsOptions {
  /** What counts at the moment; `startModel` takes the place of the configured default. */
  readonly now: () => Pick<Applied, 'config' | 'models' | 'discovery' | 'startModel'>;
  readonly uses: ModelUses;
  readonly ports: SightPorts;
  /** The list is another one now. */
  readonly changed: () => void;
}

export function createProjectModels({ now, uses, ports, changed }: ProjectModelsOptions): ProjectModels {
  return {
    async list() {
      const { models, startModel } = now();
      const [choices, used] = await Promise.all([models.list(startModel), uses.all()]);
      return choices.map((choice) => ({ ...choice, ...(used[`${choice.provider}/${choice.id}`] ?? {}) }));
    },
    listings: () => now().discovery.listings(),
    async refresh({ providers, catalogue = false }) {
      const { config, discovery } = now();
      const unknown = providers?.find((name) => !Object.hasOwn(config.providers, name));
      if (unknown !== undefined) return err(noProvider(unknown, config));
      const fetched = catalogue ? await discovery.refreshCatalogue() : ok(null);
      const asked = new Set(providers ?? Object.keys(config.providers));
      await forgetBlind(ports, asked);
      const listings = await discovery.refresh([...asked]);
      changed();
      const answers = listings.providers.filter(({ provider }) => asked.has(provider));
      const [failure] = answers.flatMap(({ problem }) => problem ?? []);
      if (!fetched.ok) return fetched;
      return failure && answers.every(({ problem }) => problem !== undefined) ? err(failure) : ok(listings);
    },
    async refreshStale() {
      if (await now().discovery.refreshStale()) changed();
    },
    inspect: (ref) => now().models.inspect(ref),
    roles(profile = 'default') {
      const { config } = now();
      const name = chooseProfile(config, profile);
      return name.ok ? ok(ROLES.map((role) => roleModel(config, name.value, role))) : name;
    },
    async setFavourite({ provider, id }, favourite) {
      const set = await uses.setFavourite(`${provider}/${id}`, favourite);
      if (set.ok) changed();
      return set;
    },
    async switchTo(ref) {
      const model = await now().models.resolve(ref);
      if (!model.ok) return model;
      const { provider, id } = model.value.info;
      await uses.count(`${provider}/${id}`);
      changed();
      return ok(null);
    },
  };
}

function noProvider(name: string, { providers }: Config): Problem {
  return {
    code: 'config_invalid',
    message: `There is no provider "${name}".`,
    hint: Object.keys(providers).length === 0 ? 'None is configured yet.' : `Configured: ${Object.keys(providers).join(', ')}.`,
    safe: 'Nothing was asked.',
  };
}
