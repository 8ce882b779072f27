import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Dial } from './dialer.ts';
import { createHttpProxy } from './http-proxy.ts';
import { serveSocks } from './socks.ts';

export interface EgressProxy {
  close(): Promise<void>;
}

const SOCKS_GREETING = 5;

/** The one way out of an allowlisted network: HTTP (CONNECT and plain) and SOCKS5 on the same unix socket, told apart by the first byte. */
export async function startEgressProxy(path: string, dial: Dial): Promise<EgressProxy> {
  const open = new Set<Socket>();
  const http = createHttpProxy(dial);
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void route(socket).catch(() => socket.destroy());
  });

  async function route(socket: Socket): Promise<void> {
    const first = await firstChunk(socket);
    if (first === undefined) return void socket.destroy();
    socket.unshift(first);
    if (first[0] === SOCKS_GREETING) await serveSocks(socket, dial);
    else http.emit('connection', socket);
  }

  server.listen(path);
  await once(server, 'listening');
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Leaves the socket paused, so that nothing is lost before somebody reads on. */
async function firstChunk(socket: Socket): Promise<Buffer | undefined> {
  const ended = new AbortController();
  try {
    for (;;) {
      const chunk: Buffer | null = socket.read();
      if (chunk !== null) return chunk;
      if (socket.readableEnded || socket.destroyed) return undefined;
      const { signal } = ended;
      await Promise.race([once(socket, 'readable', { signal }), once(socket, 'end', { signal }), once(socket, 'close', { signal })]);
    }
  } finally {
    ended.abort();
  }
}
