import type { ModelFacts } from '../../shared/model-facts.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { ProviderTypeName, WireName } from '../config/provider-types.ts';
import type { ModelDefinition, PriceConfig, RetryConfig } from '../config/schema.ts';
import type { Ports } from '../lib/ports.ts';
import type { Credentials } from './credentials.ts';
import type { ListedModel } from './listing/listed-model.ts';
import type { CompactionSettings, Model, ModelInfo } from './provider.ts';
import type { WireObject } from './wire-json.ts';

/** A configured provider with everything resolved. Secrets are in `apiKey` and `headers` only. */
export interface Endpoint {
  /** Its key under `providers` in the configuration. */
  readonly name: string;
  readonly type: ProviderTypeName;
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: `apiKey` and `headers` go out as they are. */
  readonly credentials?: Credentials;
  /** Hears the headers of every answer. */
  readonly observe?: (headers: Headers) => void;
  /** Milliseconds to the response headers, and between two pieces of a stream. */
  readonly timeout: number;
}

/** One model to talk to. */
export interface ModelSpec {
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly wire: WireName;
  /** Merged into each request's body as they are. */
  readonly params: ModelDefinition['params'];
  readonly retry: RetryConfig;
  readonly reasoning: {
    /** The provider's own word. Absent: nothing is said about it. */
    readonly effort?: string;
    /** Whether Chat Completions gets earlier reasoning back; the other wires always do. */
    readonly echoBack: boolean;
  };
  /** How long the Messages API keeps what it read; absent is five minutes. */
  readonly cacheTtl?: '1h';
  /** Added to everything a person typed. */
  readonly promptSuffix?: string;
  /** Takes the place of the shipped price list. */
  readonly price?: PriceConfig;
  /** What the configuration limits an answer to; sent with each request. */
  readonly maxOutputTokens?: number;
  /** Waits until the provider's next request may start; one for all its models. */
  readonly pace?: (signal: AbortSignal) => Promise<void>;
  /** What is known of the model. */
  readonly facts?: ModelFacts;
  readonly compaction?: CompactionSettings;
  readonly prompts?: ModelInfo['prompts'];
}

/** What an assistant message names as its model. */
export function modelRef({ endpoint, id }: ModelSpec): string {
  return `${endpoint.name}/${id}`;
}

/** A program of this machine that has models. */
export interface ModelMaker {
  model(spec: ModelSpec, ports: WirePorts): Model;
  /** Those that its account may use. Takes 20 seconds at most, and leaves nothing running. */
  models(): Promise<Result<readonly ListedModel[], Problem>>;
  /** How much of its limits its account has used, as the program says it; asked as the models are. */
  usage(): Promise<Result<WireObject, Problem>>;
}

/** What a wire needs of the outside. */
export type WirePorts = Pick<Ports, 'clock' | 'ids' | 'fetch'> & { readonly claude?: ModelMaker };

/** One API protocol. */
export type Wire = (spec: ModelSpec, ports: WirePorts) => Model;
