import { join } from 'node:path';
import type { ModelListings, ProviderListing } from '../../../shared/model-list.ts';
import type { Problem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { providerType } from '../../config/provider-types.ts';
import type { Config, ProviderConfig } from '../../config/schema.ts';
import type { Ports } from '../../lib/ports.ts';
import { type CredentialSources, resolveEndpoint } from '../endpoint.ts';
import type { Catalogue } from '../facts/catalogue.ts';
import { type CatalogueStore, createCatalogueStore } from '../facts/catalogue-store.ts';
import { listModels } from './list-models.ts';
import type { ListedModel } from './listed-model.ts';
import { type CachedEndpoint, createListingCache, type Listing } from './listing-cache.ts';

/** After a week a list is asked for again when the occasion arises, in milliseconds. */
const FRESH = 7 * 24 * 3_600_000;

/** What is known of models besides the configuration, as read from disk. */
export interface Knowledge {
  readonly catalogue: Catalogue | undefined;
  /** By model id, in the order of the list; `undefined` when the provider never listed any. */
  listed(provider: string): ReadonlyMap<string, ListedModel> | undefined;
}

/** The lists of the configured providers and the catalogue. Nothing is asked of a server but by what is called `refresh…`. */
export interface Discovery {
  /** Read once, and again after a refresh. */
  known(): Promise<Knowledge>;
  listings(): Promise<ModelListings>;
  /** Asks these providers, by default all: a server for at most 5 s, a program for 20. A provider that fails keeps its old list. Never rejects. */
  refresh(providers?: readonly string[]): Promise<ModelListings>;
  /** As `refresh`, of the providers whose list is missing or older than a week. Each is tried once per process. */
  refreshStale(): Promise<boolean>;
  /** As `refresh`, of a provider whose list has nothing of a model; once per process. */
  refreshUnlisted(provider: string, id: string): Promise<void>;
  refreshCatalogue(): Promise<Result<null, Problem>>;
}

export type DiscoveryPorts = Pick<Ports, 'clock' | 'fetch' | 'environment' | 'paths'> & CredentialSources;

export function createDiscovery(config: Config, ports: DiscoveryPorts): Discovery {
  return new CachedDiscovery(config, ports);
}

class CachedDiscovery implements Discovery {
  readonly #config: Config;
  readonly #ports: DiscoveryPorts;
  readonly #cache: ReturnType<typeof createListingCache>;
  readonly #catalogue: CatalogueStore;
  readonly #running = new Map<string, Promise<void>>();
  readonly #problems = new Map<string, Problem>();
  readonly #tried = new Set<string>();
  #listings: Promise<ReadonlyMap<string, Listing>> | undefined;
  #known: Promise<Knowledge> | undefined;

  constructor(config: Config, ports: DiscoveryPorts) {
    this.#config = config;
    this.#ports = ports;
    this.#cache = createListingCache(ports.paths.cache);
    this.#catalogue = createCatalogueStore({
      file: join(ports.paths.cache, 'model-catalogue.json'),
      url: config.models.catalogue_url,
      clock: ports.clock,
      fetch: ports.fetch,
    });
  }

  known(): Promise<Knowledge> {
    this.#known ??= this.#read();
    return this.#known;
  }

  async listings(): Promise<ModelListings> {
    const [known, listings] = await Promise.all([this.known(), this.#stored()]);
    const providers = Object.entries(this.#config.providers).map(([name, provider]) => this.#status(name, provider, listings.get(name)));
    const { catalogue } = known;
    return { providers, ...(catalogue ? { catalogue: { from: catalogue.from, date: catalogue.date, models: catalogue.size } } : {}) };
  }

  async refresh(providers: readonly string[] = Object.keys(this.#config.providers)): Promise<ModelListings> {
    if (this.#config.models.discovery_enabled) await Promise.all(providers.map((name) => this.#refreshOne(name)));
    return this.listings();
  }

  async refreshStale(): Promise<boolean> {
    const { providers } = await this.listings();
    const old = providers.filter(({ provider, state }) => (state === 'stale' || state === 'missing') && !this.#tried.has(provider));
    if (old.length > 0) await this.refresh(old.map(({ provider }) => provider));
    return old.length > 0;
  }

  async refreshUnlisted(provider: string, id: string): Promise<void> {
    if (this.#running.has(provider)) return this.#refreshOne(provider);
    if (this.#tried.has(provider) || (await this.known()).listed(provider)?.has(id)) return;
    await this.refresh([provider]);
  }

  async refreshCatalogue(): Promise<Result<null, Problem>> {
    if (!this.#config.models.discovery_enabled) return err(OFF);
    const refreshed = await this.#catalogue.refresh();
    if (refreshed.ok) this.#known = undefined;
    return refreshed;
  }

  async #read(): Promise<Knowledge> {
    if (!this.#config.models.discovery_enabled) return { catalogue: undefined, listed: () => undefined };
    const [catalogue, listings] = await Promise.all([this.#catalogue.read(), this.#stored()]);
    const byProvider = new Map([...listings].map(([name, { models }]) => [name, new Map(models.map((model) => [model.id, model]))]));
    return { catalogue, listed: (provider) => byProvider.get(provider) };
  }

  #stored(): Promise<ReadonlyMap<string, Listing>> {
    this.#listings ??= this.#readListings();
    return this.#listings;
  }

  async #readListings(): Promise<ReadonlyMap<string, Listing>> {
    const read = Object.entries(this.#config.providers).map(async ([name, provider]) => {
      const listing = await this.#cache.read(cachedEndpoint(name, provider, this.#ports));
      return listing ? [[name, listing] as const] : [];
    });
    return new Map((await Promise.all(read)).flat());
  }

  #status(name: string, { type }: ProviderConfig, listing: Listing | undefined): ProviderListing {
    const problem = this.#problems.get(name) ?? this.#unreachable(name);
    const fresh = listing !== undefined && this.#ports.clock.now() - listing.fetchedAt < FRESH;
    const state = listing === undefined ? 'missing' : fresh ? 'fresh' : 'stale';
    return {
      provider: name,
      type,
      state: this.#config.models.discovery_enabled ? state : 'off',
      models: listing?.models.length ?? 0,
      ...(listing ? { fetchedAt: listing.fetchedAt } : {}),
      ...(problem ? { problem } : {}),
    };
  }

  #unreachable(name: string): Problem | undefined {
    const endpoint = this.#endpoint(name);
    return endpoint.ok ? undefined : endpoint.error;
  }

  #endpoint(name: string): ReturnType<typeof resolveEndpoint> {
    const provider = this.#config.providers[name];
    return provider ? resolveEndpoint(name, provider, this.#ports.environment, this.#ports) : err(notConfigured(name));
  }

  /** Asking twice at once asks once. */
  #refreshOne(name: string): Promise<void> {
    const running = this.#running.get(name) ?? this.#ask(name).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  async #ask(name: string): Promise<void> {
    this.#tried.add(name);
    const endpoint = this.#endpoint(name);
    const before = (await this.#stored()).get(name);
    const models = endpoint.ok ? await listModels(endpoint.value, this.#ports, before) : endpoint;
    if (!models.ok) {
      this.#problems.set(name, models.error);
      return;
    }
    this.#problems.delete(name);
    const listing = { ...models.value, fetchedAt: this.#ports.clock.now() };
    if (endpoint.ok) await this.#cache.write(endpoint.value, listing).catch(() => undefined);
    this.#listings = Promise.resolve(new Map([...(await this.#stored()), [name, listing]]));
    this.#known = undefined;
  }
}

function cachedEndpoint(name: string, { type, base_url: baseUrl }: ProviderConfig, { codex }: CredentialSources): CachedEndpoint {
  const usual = providerType(type).baseUrl ?? '';
  return { name, type, baseUrl: type === 'codex' ? (codex?.site.backend ?? usual) : (baseUrl ?? usual) };
}

const OFF: Problem = {
  code: 'config_invalid',
  message: 'The catalogue is not used, because models.discovery_enabled is false.',
  hint: 'Set models.discovery_enabled to true and try again.',
  safe: 'Nothing was asked.',
};

function notConfigured(name: string): Problem {
  return {
    code: 'config_invalid',
    message: `There is no provider "${name}".`,
    hint: 'Name one that is under providers in the configuration.',
    safe: 'Nothing was asked.',
  };
}

const EMPTY_KNOWLEDGE: Knowledge = { catalogue: undefined, listed: () => undefined };

/** For what asks nobody and reads nothing. */
export function withoutDiscovery(): Discovery {
  const nothing = async () => ({ providers: [] });
  return {
    known: async () => EMPTY_KNOWLEDGE,
    listings: nothing,
    refresh: nothing,
    refreshStale: async () => false,
    refreshUnlisted: async () => undefined,
    refreshCatalogue: async () => ok(null),
  };
}
