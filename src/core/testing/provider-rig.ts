import type { Message } from '../../shared/messages.ts';
import { wireOf } from '../config/provider-types.ts';
import { modelDefinitionSchema, type ProviderConfig, type RetryConfig } from '../config/schema.ts';
import type { Ids } from '../lib/ports.ts';
import type { Endpoint, ModelSpec } from '../providers/model-spec.ts';
import type { ModelRequest, StreamEvent } from '../providers/provider.ts';
import type { ManualClock } from './manual-clock.ts';

/** Ids that count up, so that a test can name them. The first random number made of them is 0. */
export function countingIds(): Ids {
  let count = 0;
  return { hex: (bytes) => (count++).toString(16).padStart(bytes * 2, '0') };
}

export interface SpecOptions {
  readonly url: string;
  readonly type?: ProviderConfig['type'];
  readonly retry?: Partial<RetryConfig>;
  readonly endpoint?: Partial<Endpoint>;
  readonly params?: ModelSpec['params'];
  /** Default: the wire of the type. */
  readonly wire?: ModelSpec['wire'];
  readonly more?: Partial<Pick<ModelSpec, 'id' | 'reasoning' | 'promptSuffix' | 'maxOutputTokens' | 'price' | 'facts' | 'cacheTtl'>>;
}

/** A model called `box/tiny` at that address. */
export function modelSpec(options: SpecOptions): ModelSpec {
  const { url, type = 'openai_compat', retry = {}, endpoint = {}, params = {}, more = {} } = options;
  const defaults = modelDefinitionSchema.parse({ provider: 'box', id: 'tiny' });
  return {
    endpoint: { name: 'box', type, baseUrl: url, headers: {}, timeout: 30_000, ...endpoint },
    id: 'tiny',
    wire: options.wire ?? wireOf(type, 'tiny', 'auto'),
    params,
    retry: { ...defaults.retry, ...retry },
    reasoning: { echoBack: false },
    ...more,
  };
}

export function modelRequest(messages: readonly Message[], rest: Partial<ModelRequest> = {}): ModelRequest {
  return { system: 'Be brief.', messages, tools: [], cacheKey: 'key', signal: new AbortController().signal, ...rest };
}

export function userMessage(text: string): Message {
  return { role: 'user', id: `u-${text}` as Extract<Message, { role: 'user' }>['id'], origin: 'prompt', text };
}

export async function collect(stream: AsyncIterable<StreamEvent>, seen: (event: StreamEvent) => void = () => {}): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    seen(event);
  }
  return events;
}

/** As `collect`, moving the clock over each wait for the next attempt. */
export function collectRetrying(stream: AsyncIterable<StreamEvent>, clock: ManualClock): Promise<StreamEvent[]> {
  return collect(stream, (event) => {
    if (event.type === 'retry') setImmediate(() => void clock.advance(event.delay));
  });
}
