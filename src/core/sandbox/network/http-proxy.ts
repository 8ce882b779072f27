import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Dial, DialFailure } from './dialer.ts';
import { joinSockets } from './join-sockets.ts';

/** Meant for the next hop only. */
const HOP_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'upgrade'];

/** An HTTP proxy that is handed its connections with `emit('connection', socket)` and does not listen itself. */
export function createHttpProxy(dial: Dial): Server {
  const server = createServer((asked, answer) => void forward(dial, asked, answer));
  server.on('connect', (asked: IncomingMessage, socket: Duplex, head: Buffer) => void tunnel(dial, asked, socket, head));
  server.on('clientError', (_failure, socket: Duplex) => socket.destroy());
  return server;
}

async function tunnel(dial: Dial, asked: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy());
  const target = parseUrl(`tunnel://${asked.url}`);
  if (!target?.port) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  const dialled = await dial(target.hostname, Number(target.port));
  if (!dialled.ok) return void socket.end(rawAnswer(dialled.error));
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) dialled.value.write(head);
  joinSockets(socket, dialled.value);
}

async function forward(dial: Dial, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = parseUrl(asked.url ?? '');
  if (url?.protocol !== 'http:') return void answer.writeHead(400).end('The proxy takes http:// addresses and CONNECT.\n');
  const dialled = await dial(url.hostname, Number(url.port || 80));
  if (!dialled.ok)
    return void answer.writeHead(statusOf(dialled.error), { 'content-type': 'text/plain' }).end(`${bodyOf(dialled.error)}\n`);
  send(url, asked, answer, dialled.value);
}

/** Over the connection that was dialled: the name is not resolved a second time. */
function send(url: URL, asked: IncomingMessage, answer: ServerResponse, socket: Socket): void {
  const headers = { ...Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HOP_HEADERS.includes(name))), host: url.host };
  const options = { method: asked.method, path: `${url.pathname}${url.search}`, headers, createConnection: () => socket };
  const upstream = request(options, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.statusMessage, response.headers);
    response.on('error', () => answer.destroy());
    response.pipe(answer);
  });
  upstream.on('error', () => answer.destroy());
  answer.on('close', () => upstream.destroy());
  asked.on('error', () => upstream.destroy());
  asked.pipe(upstream);
}

function rawAnswer(failure: DialFailure): string {
  const body = `${bodyOf(failure)}\n`;
  const head = [
    `HTTP/1.1 ${statusOf(failure)} ${bodyOf(failure)}`,
    'Content-Type: text/plain',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`;
}

function statusOf({ type }: DialFailure): number {
  return type === 'denied' ? 403 : 502;
}

/** Names come from the program, so what could end a header line is taken out. */
function bodyOf({ type, reason }: DialFailure): string {
  const plain = reason.replace(/[^ -~]/g, '?');
  return type === 'denied' ? `Denied by the sandbox: ${plain}` : plain;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
