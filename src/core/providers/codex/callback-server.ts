import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errnoOf } from '../../lib/errno.ts';

/** What the browser brought back. `denied` holds the authorisation server's own word. */
export type Callback = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'denied'; readonly error: string };

export interface CallbackServer {
  /** What the authorisation server sends the browser to. */
  readonly redirect: string;
  /** The first call with the right state. Others are refused, and waiting goes on. */
  readonly callback: Promise<Callback>;
  close(): Promise<void>;
}

const PATH = '/auth/callback';

/** Waits for the browser on this machine only, on the first of these ports that is free; undefined when all are taken. */
export async function startCallbackServer(ports: readonly number[], state: string): Promise<CallbackServer | undefined> {
  for (const port of ports) {
    const server = await listen(port);
    if (server) return serve(server, state);
  }
  return undefined;
}

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch (failure) {
    if (errnoOf(failure) === 'EADDRINUSE' || errnoOf(failure) === 'EACCES') return undefined;
    throw failure;
  }
}

function serve(server: Server, state: string): CallbackServer {
  const { port } = server.address() as AddressInfo;
  const callback = new Promise<Callback>((resolve) => {
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', `http://localhost:${port}`);
      const query = url.searchParams;
      if (request.method !== 'GET' || url.pathname !== PATH) return page(response, 404, 'There is nothing here.');
      if (!same(query.get('state') ?? '', state))
        return page(response, 400, 'This sign-in is not the one that waits. Start again in Steiner.');
      const code = query.get('code');
      if (code) {
        page(response, 200, 'You are signed in. Close this page and go back to Steiner.');
        resolve({ kind: 'code', code });
      } else {
        page(response, 200, 'The sign-in was not allowed. Close this page and go back to Steiner.');
        resolve({ kind: 'denied', error: query.get('error') ?? 'no code came' });
      }
    });
  });
  return {
    redirect: `http://localhost:${port}${PATH}`,
    callback,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Our own words only, so that nothing of the address can become markup. */
function page(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>Steiner</title><h1>Steiner</h1><p>${words}</p>`);
}
