import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface JsonAsked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What is answered: JSON with a status, text as it is, or nothing at all. */
export type JsonReply =
  | { readonly status?: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly text: string }
  | 'hang'
  | 'drop';

export interface JsonServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly asked: readonly JsonAsked[];
  close(): Promise<void>;
}

/** A server on 127.0.0.1 that answers JSON by a function, for lists and accounts. */
export async function startJsonServer(reply: (asked: JsonAsked) => JsonReply): Promise<JsonServer> {
  const asked: JsonAsked[] = [];
  const server = createServer(async (request, response) => {
    const sent = await text(request).catch(() => undefined);
    // The client left before all of it had come.
    if (sent === undefined) return;
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: sent === '' ? undefined : (JSON.parse(sent) as unknown),
    };
    asked.push(one);
    answer(reply(one), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(reply: JsonReply, response: ServerResponse): void {
  if (reply === 'hang') return;
  if (reply === 'drop') {
    response.socket?.destroy();
    return;
  }
  if ('text' in reply) response.writeHead(200, { 'content-type': 'text/html' }).end(reply.text);
  else if (reply.status === 304) response.writeHead(304, reply.headers).end();
  else response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(JSON.stringify(reply.json));
}
