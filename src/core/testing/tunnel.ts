import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that takes CONNECT. */
export interface Tunnel {
  readonly port: number;
  /** Each host that was asked for, with the credentials. */
  readonly asked: readonly string[];
  /** What came through. */
  readonly through: readonly Buffer[];
  close(): Promise<void>;
}

/** Answers CONNECT with that status, and keeps what comes through the tunnel until it breaks it off. */
export async function startTunnel(status: string): Promise<Tunnel> {
  const asked: string[] = [];
  const through: Buffer[] = [];
  const server = createServer().on('connect', ({ url, headers }, socket) => {
    asked.push(`${url} ${headers['proxy-authorization']}`);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      through.push(bytes);
      socket.destroy();
    });
    socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    if (!status.startsWith('200')) socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, through, port: (server.address() as AddressInfo).port, close: async () => void server.close() };
}
