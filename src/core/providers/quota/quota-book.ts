import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type AccountQuota, accountQuotaSchema } from '../../../shared/quota.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { withoutEnd } from '../../../shared/without-end.ts';
import type { ProviderTypeName } from '../../config/provider-types.ts';
import type { Config } from '../../config/schema.ts';
import { writeAtomic } from '../../lib/atomic-file.ts';
import type { Ports } from '../../lib/ports.ts';
import { type CredentialSources, resolveEndpoint } from '../endpoint.ts';
import { createGetJson, ListingError } from '../listing/get-json.ts';
import type { Endpoint } from '../model-spec.ts';
import { objectOf, type WireObject } from '../wire-json.ts';
import {
  claudeUsage,
  codexHeaders,
  codexUsage,
  liteLlmKey,
  openCodeUsage,
  openRouterKey,
  type QuotaReading,
  rateHeaders,
} from './read-quota.ts';

export type QuotaPorts = Pick<Ports, 'clock' | 'fetch' | 'environment' | 'paths' | 'logger'>;

/** What the accounts say about their limits: on their answers, and when asked. The newest of each is kept over restarts. */
export interface QuotaBook {
  /** In the order of the configuration; those of it that have said nothing are left out. */
  known(config: Config): Promise<readonly AccountQuota[]>;
  /** Asks every account that can be asked, each for at most 10 s, an installed program for 20. One that fails keeps what it said before. */
  refresh(config: Config, sources: CredentialSources): Promise<void>;
  /** For the answers of an endpoint. */
  observer(provider: string, type: ProviderTypeName): (headers: Headers) => void;
  /** For what the installed program reports of its account. */
  reported(provider: string, report: WireObject): void;
  /** Returns the function that stops listening. */
  listen(listener: () => void): () => void;
  flush(): Promise<void>;
}

const TIME_LIMIT = 10_000;
const fileSchema = z.record(z.string(), accountQuotaSchema);

export function createQuotaBook(ports: QuotaPorts): QuotaBook {
  return new FileBook(ports);
}

class FileBook implements QuotaBook {
  readonly #ports: QuotaPorts;
  readonly #file: string;
  readonly #writes = new SerialQueue();
  readonly #listeners = new Set<() => void>();
  readonly #fresh = new Map<string, AccountQuota>();
  #stored: Promise<Readonly<Record<string, AccountQuota>>> | undefined;

  constructor(ports: QuotaPorts) {
    this.#ports = ports;
    this.#file = join(ports.paths.state, 'quota.json');
  }

  async known({ providers }: Config): Promise<readonly AccountQuota[]> {
    this.#stored ??= readStored(this.#file);
    const all = { ...(await this.#stored), ...Object.fromEntries(this.#fresh) };
    return Object.entries(providers).flatMap(([name, { type }]) => (all[name]?.type === type ? [all[name]] : []));
  }

  async refresh({ providers }: Config, sources: CredentialSources): Promise<void> {
    const { environment } = this.#ports;
    const asked = Object.entries(providers).map(async ([name, provider]) => {
      const endpoint = resolveEndpoint(name, provider, environment, sources);
      if (endpoint.ok && endpoint.value.type === 'claude_subscription') await this.#askProgram(endpoint.value, sources);
      else if (endpoint.ok && ASKED[endpoint.value.type]) await this.#ask(endpoint.value, sources);
    });
    await Promise.all(asked);
  }

  observer(provider: string, type: ProviderTypeName): (headers: Headers) => void {
    return (headers) => {
      const reading = type === 'codex' ? codexHeaders(headers) : rateHeaders(headers, this.#ports.clock.now());
      if (reading) this.#keep(provider, type, reading);
    };
  }

  reported(provider: string, report: WireObject): void {
    const reading = claudeUsage(report);
    if (reading) this.#keep(provider, 'claude_subscription', reading);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  flush(): Promise<void> {
    return this.#writes.run(async () => {});
  }

  async #ask(endpoint: Endpoint, sources: CredentialSources): Promise<void> {
    const { clock, fetch } = this.#ports;
    const [slow, done] = [new AbortController(), new AbortController()];
    void clock.sleep(TIME_LIMIT, done.signal).then(() => slow.abort());
    const { observe: _, ...quiet } = endpoint;
    try {
      const answer = await createGetJson({ endpoint: quiet, fetch, signal: slow.signal })(addressOf(endpoint, sources));
      const reading = ASKED[endpoint.type]?.read(objectOf(answer), clock.now());
      if (reading) this.#keep(endpoint.name, endpoint.type, reading);
    } catch (failure) {
      if (!(failure instanceof ListingError)) throw failure;
      await this.#failed(endpoint, failure.message);
    } finally {
      done.abort();
    }
  }

  async #askProgram(endpoint: Endpoint, { claude }: CredentialSources): Promise<void> {
    const report = await claude?.usage();
    if (report?.ok) this.reported(endpoint.name, report.value);
    else if (report) await this.#failed(endpoint, report.error.message);
  }

  async #failed({ name, type }: Endpoint, problem: string): Promise<void> {
    this.#stored ??= readStored(this.#file);
    const before = this.#fresh.get(name) ?? (await this.#stored)[name];
    const empty = { provider: name, type, windows: [], money: [], fetchedAt: this.#ports.clock.now() };
    this.#put(name, { ...(before ?? empty), problem });
  }

  /** A reading from an answer's headers knows less than the endpoint: what it leaves out stays. */
  #keep(provider: string, type: ProviderTypeName, reading: QuotaReading): void {
    const { problem: _, ...before } = this.#fresh.get(provider) ?? { money: [] };
    const money = reading.money.length > 0 ? reading.money : before.money;
    this.#put(provider, { ...before, ...reading, money, provider, type, fetchedAt: this.#ports.clock.now() });
  }

  #put(provider: string, quota: AccountQuota): void {
    this.#fresh.set(provider, quota);
    for (const listener of this.#listeners) listener();
    void this.#writes.run(() => this.#write());
  }

  async #write(): Promise<void> {
    const all = { ...(await readStored(this.#file)), ...Object.fromEntries(this.#fresh) };
    await writeAtomic(this.#file, JSON.stringify(all), { sync: false }).catch((failure: unknown) =>
      this.#ports.logger.log('warn', 'what the accounts said could not be written', { error: String(failure) }),
    );
  }
}

interface Asked {
  readonly path: (baseUrl: string) => string;
  readonly read: (answer: WireObject, now: number) => QuotaReading;
}

const root = (baseUrl: string) => withoutEnd(baseUrl, '/');

/** The accounts that answer a question of their own. */
const ASKED: Partial<Record<ProviderTypeName, Asked>> = {
  codex: { path: root, read: codexUsage },
  openrouter: { path: (baseUrl) => `${root(baseUrl)}/key`, read: openRouterKey },
  litellm: { path: (baseUrl) => `${root(baseUrl).replace(/\/v1$/, '')}/key/info`, read: liteLlmKey },
  opencode_go: { path: (baseUrl) => `${root(baseUrl)}/usage`, read: openCodeUsage },
};

function addressOf({ type, baseUrl }: Endpoint, { codex }: CredentialSources): string {
  return type === 'codex' && codex ? codex.site.usage : (ASKED[type]?.path(baseUrl) ?? baseUrl);
}

async function readStored(file: string): Promise<Readonly<Record<string, AccountQuota>>> {
  try {
    return fileSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? {};
  } catch {
    return {};
  }
}
