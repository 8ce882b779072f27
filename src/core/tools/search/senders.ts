import type { SearchRequest } from './search-backend.ts';

/** What a service answered. */
export interface SearchAnswer {
  readonly status: number;
  /** The first bytes as text; what follows is not waited for. */
  text(limit: number): Promise<string>;
}

/** Rejects with an error that carries a code, with a `TypeError`, with a `FetchFailure`, or when the signal aborts. */
export type SearchSender = (request: SearchRequest, signal: AbortSignal) => Promise<SearchAnswer>;

/** Straight to the service. A key goes nowhere else: a request that has headers of its own follows no redirect. */
export function directSender(ask: typeof fetch): SearchSender {
  return async (request, signal) => {
    const redirect = request.headers === undefined ? 'follow' : 'manual';
    const response = await ask(request.url, { ...methodOf(request), headers: headersOf(request), redirect, signal, ...bodyOf(request) });
    return { status: response.status, text: (limit) => readText(response, limit) };
  };
}

/** Through a proxy, and says so by `used`; a service on this machine or in a private network, which that does not reach, is asked by `direct`. */
export function proxySender(proxy: URL, direct: SearchSender, used: () => void): SearchSender {
  return async (request, signal) => {
    const [{ follow }, { publicNetwork, isLocalHost }, { readBytes }] = await Promise.all([
      import('../fetch/follow.ts'),
      import('../fetch/network.ts'),
      import('../fetch/body.ts'),
    ]);
    if (isLocalHost(request.url, publicNetwork)) return direct(request, signal);
    used();
    const options = { ...methodOf(request), ...bodyOf(request), network: publicNetwork, proxy, signal, headers: headersOf(request) };
    const { message } = await follow(request.url, options);
    return {
      status: message.statusCode ?? 0,
      text: async (limit) => new TextDecoder().decode((await readBytes(message, limit)).bytes, { stream: true }),
    };
  };
}

function methodOf({ body }: SearchRequest): { readonly method: 'GET' | 'POST' } {
  return { method: body === undefined ? 'GET' : 'POST' };
}

function headersOf({ headers }: SearchRequest): Readonly<Record<string, string>> {
  return { accept: 'application/json', 'content-type': 'application/json', ...headers };
}

function bodyOf({ body }: SearchRequest): { readonly body?: string } {
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

async function readText(response: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limit), { stream: true });
}
