import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export interface BrokenServer {
  readonly url: string;
  close(): Promise<void>;
}

/** An address on which nothing listens: connections are refused. No system gives this port out by itself, so nobody takes it meanwhile, and no browser bans it. */
export function refusingAddress(): string {
  return 'http://127.0.0.1:4/v1';
}

/** Answers every connection with those bytes, whatever was asked, and closes it. */
export async function startGarbageServer(bytes: string | Uint8Array): Promise<BrokenServer> {
  const server = await listen(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    }),
  );
  return { url: address(server), close: () => close(server) };
}

/** Hangs up on everybody and counts them, for what must never be reached. */
export async function startDecoyServer(): Promise<BrokenServer & { connections(): number }> {
  let connections = 0;
  const server = await listen(
    createServer((socket) => {
      connections += 1;
      socket.destroy();
    }),
  );
  return { url: address(server), connections: () => connections, close: () => close(server) };
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function address(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  await closed;
}
