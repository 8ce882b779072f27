import type { Anthropic } from '@anthropic-ai/sdk';
import { failingFetch } from './failure.ts';
import type { Endpoint, WirePorts } from './model-spec.ts';
import { NEVER, PLAIN_HEADERS } from './sdk-options.ts';

/**
 * The official client for one endpoint. Loaded when the first request needs it; its own retries, time-outs and environment variables are off.
 * It adds `/v1` itself, so an address may end in it or not.
 */
export async function anthropicClient(endpoint: Endpoint, ports: Pick<WirePorts, 'fetch'>): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk/client');
  return new Anthropic({
    baseURL: endpoint.baseUrl.replace(/\/v1\/?$/, ''),
    apiKey: endpoint.apiKey ?? null,
    authToken: null,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    fetch: failingFetch(ports.fetch),
    defaultHeaders: { ...PLAIN_HEADERS, ...(endpoint.apiKey === undefined ? { 'X-Api-Key': null } : {}), ...endpoint.headers },
  });
}
