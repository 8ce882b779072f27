import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on a loopback port, with everything that was asked of it. */
export interface WebServer {
  /** Without a final slash. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly WebRequest[];
  close(): Promise<void>;
}

export interface WebRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export async function startWebServer(answer: RequestListener): Promise<WebServer> {
  const requests: WebRequest[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    response.on('error', () => {});
    answer(request, response);
  });
  return listenOnLoopback(server, requests);
}

async function listenOnLoopback(server: Server, requests: readonly WebRequest[]): Promise<WebServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
