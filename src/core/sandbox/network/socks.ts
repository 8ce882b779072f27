import type { Socket } from 'node:net';
import type { Dial } from './dialer.ts';
import { joinSockets } from './join-sockets.ts';
import { readBytes } from './read-bytes.ts';

/** Values of RFC 1928. */
const VERSION = 5;
const NO_AUTHENTICATION = 0;
const CONNECT = 1;
const ADDRESS = { ipv4: 1, name: 3, ipv6: 4 };
const REPLY = { succeeded: 0, notAllowed: 2, unreachable: 4, commandNotSupported: 7, addressNotSupported: 8 };

/** Serves one SOCKS5 connection: CONNECT without authentication. Rejects when the other side breaks off. */
export async function serveSocks(socket: Socket, dial: Dial): Promise<void> {
  const [, methods = 0] = await readBytes(socket, 2);
  await readBytes(socket, methods);
  socket.write(Buffer.from([VERSION, NO_AUTHENTICATION]));
  const [, command, , kind = 0] = await readBytes(socket, 4);
  const host = await readHost(socket, kind);
  const port = (await readBytes(socket, 2)).readUInt16BE();
  if (command !== CONNECT) return refuse(socket, REPLY.commandNotSupported);
  if (host === undefined) return refuse(socket, REPLY.addressNotSupported);
  const dialled = await dial(host, port);
  if (!dialled.ok) return refuse(socket, dialled.error.type === 'denied' ? REPLY.notAllowed : REPLY.unreachable);
  socket.write(reply(REPLY.succeeded));
  joinSockets(socket, dialled.value);
}

async function readHost(socket: Socket, kind: number): Promise<string | undefined> {
  if (kind === ADDRESS.ipv4) return (await readBytes(socket, 4)).join('.');
  if (kind === ADDRESS.ipv6) return ((await readBytes(socket, 16)).toString('hex').match(/.{4}/g) ?? []).join(':');
  if (kind !== ADDRESS.name) return undefined;
  const [length = 0] = await readBytes(socket, 1);
  return (await readBytes(socket, length)).toString('latin1');
}

function refuse(socket: Socket, code: number): void {
  socket.end(reply(code));
}

function reply(code: number): Buffer {
  return Buffer.from([VERSION, code, 0, ADDRESS.ipv4, 0, 0, 0, 0, 0, 0]);
}
