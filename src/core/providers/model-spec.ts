import type { ProviderTypeName } from '../config/provider-types.ts';
import type { ModelDefinition, RetryConfig } from '../config/schema.ts';
import type { Ports } from '../lib/ports.ts';
import type { Model } from './provider.ts';

/** A configured provider with everything resolved. Secrets are in `apiKey` and `headers` only. */
export interface Endpoint {
  /** Its key under `providers` in the configuration. */
  readonly name: string;
  readonly type: ProviderTypeName;
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds to the response headers, and between two pieces of a stream. */
  readonly timeout: number;
}

/** One model to talk to. */
export interface ModelSpec {
  readonly endpoint: Endpoint;
  readonly id: string;
  /** Merged into each request's body as they are. */
  readonly params: ModelDefinition['params'];
  readonly retry: RetryConfig;
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
}

/** What a wire needs of the outside. */
export type WirePorts = Pick<Ports, 'clock' | 'ids' | 'fetch'>;

/** One API protocol. */
export type Wire = (spec: ModelSpec, ports: WirePorts) => Model;
