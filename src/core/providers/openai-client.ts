import type { OpenAI } from 'openai';
import { endpointFetch } from './credentials.ts';
import { failingFetch } from './failure.ts';
import type { Endpoint, WirePorts } from './model-spec.ts';
import { NEVER, PLAIN_HEADERS } from './sdk-options.ts';

/** The official client for one endpoint. Loaded when the first request needs it; its own retries, time-outs and environment variables are off. */
export async function openAiClient(endpoint: Endpoint, ports: Pick<WirePorts, 'fetch'>): Promise<OpenAI> {
  const { OpenAI } = await import('openai/client');
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey ?? 'none',
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    fetch: failingFetch(endpointFetch(ports.fetch, endpoint)),
    defaultHeaders: {
      ...PLAIN_HEADERS,
      ...(endpoint.apiKey === undefined ? { Authorization: null } : {}),
      ...endpoint.headers,
    },
  });
}
