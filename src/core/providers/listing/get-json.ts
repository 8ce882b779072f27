import { endpointFetch } from '../credentials.ts';
import { failureOf } from '../failure.ts';
import type { Endpoint, WirePorts } from '../model-spec.ts';
import { APPLICATION } from '../sdk-options.ts';

/** Longer lists are none that a person chooses from. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Why a list could not be had. `status` is that of the answer, when one came; the message holds no secret. */
export class ListingError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** What is asked for has not changed since the answer with that tag. */
export class Unchanged extends ListingError {
  constructor() {
    super('it has not changed', 304);
  }
}

export interface JsonRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with POST. */
  readonly body?: unknown;
  /** Called with the tag of the answer, when it has one. */
  readonly tag?: (etag: string) => void;
}

/** Asks one address. Rejects with a `ListingError`; with `Unchanged` only when a tag was sent in `headers`. */
export type GetJson = (url: string, request?: JsonRequest) => Promise<unknown>;

export interface GetJsonOptions {
  readonly endpoint: Endpoint;
  readonly fetch: WirePorts['fetch'];
  readonly signal: AbortSignal;
}

/** With the endpoint's own authentication and headers. A configured header goes before those that are usual. */
export function createGetJson({ endpoint, fetch, signal }: GetJsonOptions): GetJson {
  const send = endpointFetch(fetch, endpoint);
  return async (url, { headers = {}, body, tag } = {}) => {
    const sent = { 'User-Agent': APPLICATION, Accept: 'application/json', ...authentication(endpoint), ...headers, ...endpoint.headers };
    const posted =
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { ...sent, 'Content-Type': 'application/json' } };
    const response = await send(url, { headers: sent, ...posted, signal }).catch((failure: unknown) => {
      throw new ListingError(signal.aborted ? 'no answer came in time' : unsent(failure));
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status === 304 && 'If-None-Match' in headers) throw new Unchanged();
      throw new ListingError(`it answered with HTTP ${response.status}`, response.status);
    }
    const answer = parse(await readText(response, signal));
    const etag = response.headers.get('etag');
    if (etag) tag?.(etag);
    return answer;
  };
}

function authentication({ type, apiKey }: Endpoint): Record<string, string> {
  if (apiKey === undefined) return {};
  return type === 'anthropic' ? { 'X-Api-Key': apiKey } : { Authorization: `Bearer ${apiKey}` };
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part);
      size += part.length;
      if (size > MOST_BYTES) throw new ListingError('its list is too long');
    }
  } catch (failure) {
    if (failure instanceof ListingError) throw failure;
    throw new ListingError(signal.aborted ? 'no answer came in time' : 'the connection broke');
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ListingError('its answer is not JSON');
  }
}

function unsent(thrown: unknown): string {
  const failure = failureOf(thrown);
  return failure.kind === 'no_credentials' ? failure.problem.message : `it could not be reached (${nameOf(thrown)})`;
}

function nameOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown error';
}
