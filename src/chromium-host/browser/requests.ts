import type { Protocol } from 'devtools-protocol/types/protocol.js';
import type { CdpSession } from './cdp.ts';
import { fromBrowser } from './origins.ts';

export type SchemeHandler = (request: Request) => Promise<Response>;
type Paused = Protocol.Fetch.RequestPausedEvent;

/** Handlers of `protocol.handle`, by scheme without its colon. */
export class Schemes {
  readonly #handlers = new Map<string, SchemeHandler>();

  get names(): ReadonlySet<string> {
    return new Set(this.#handlers.keys());
  }

  has(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  set(scheme: string, handler: SchemeHandler): void {
    this.#handlers.set(scheme, handler);
  }

  delete(scheme: string): void {
    this.#handlers.delete(scheme);
  }

  /** Answers one request of a page; one that no scheme owns fails, so no page reaches a network. */
  async answer(session: CdpSession, paused: Paused): Promise<void> {
    const { requestId, request } = paused;
    const url = fromBrowser(request.url, this.names);
    const handler = url === undefined ? undefined : this.#handlers.get(new URL(url).protocol.slice(0, -1));
    if (url === undefined || !handler) return session.tell('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    try {
      const fulfilled = await handler(asRequest(url, request)).then(fulfilment);
      await session.tell('Fetch.fulfillRequest', { requestId, ...fulfilled });
    } catch {
      await session.tell('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    }
  }
}

function asRequest(url: string, request: Protocol.Network.Request): Request {
  const body = request.postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'));
  const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
  return new Request(url, { method: request.method, headers, ...(body ? { body: Buffer.concat(body) } : {}) });
}

async function fulfilment(response: Response): Promise<Omit<Protocol.Fetch.FulfillRequestRequest, 'requestId'>> {
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
  return { responseCode: response.status, responseHeaders, body };
}
