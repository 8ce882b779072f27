import type { Anthropic } from '@anthropic-ai/sdk';
import { endpointFetch } from './credentials.ts';
import { failingFetch } from './failure.ts';
import type { Endpoint, WirePorts } from './model-spec.ts';
import { NEVER, PLAIN_HEADERS } from './sdk-options.ts';

const API_VERSION = '2023-06-01';

/**
 * The official client for one endpoint. Loaded when the first request needs it; its own retries, time-outs and environment variables are off.
 * It adds `/v1` itself, so an address may end in it or not.
 */
export async function anthropicClient(endpoint: Endpoint, ports: Pick<WirePorts, 'fetch'>): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk/client');
  const defaultHeaders = {
    ...PLAIN_HEADERS,
    Authorization: null,
    'anthropic-version': API_VERSION,
    'X-Api-Key': endpoint.apiKey ?? null,
    ...endpoint.headers,
  };
  return new Anthropic({
    baseURL: endpoint.baseUrl.replace(/\/v1\/?$/, ''),
    apiKey: endpoint.apiKey ?? null,
    authToken: null,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    fetch: onlyHeaders(failingFetch(endpointFetch(ports.fetch, endpoint)), [...OWN_HEADERS, ...Object.keys(defaultHeaders)]),
    defaultHeaders,
  });
}

/** Given with a request, or by the SDK and wanted. */
const OWN_HEADERS = ['accept', 'content-type', 'x-opencode-session', 'x-parent-session-id'];

/** Sends no other headers. The SDK adds those of `ANTHROPIC_CUSTOM_HEADERS` and has no option against it. */
function onlyHeaders(fetchPort: typeof fetch, names: readonly string[]): typeof fetch {
  const allowed = new Set(names.map((name) => name.toLowerCase()));
  return (input, init) => {
    const headers = [...new Headers(init?.headers)].filter(([name]) => allowed.has(name));
    return fetchPort(input, { ...init, headers });
  };
}
