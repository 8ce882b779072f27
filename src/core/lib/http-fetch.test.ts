import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { refusingAddress } from '../testing/broken-servers.ts';
import { createHttpFetch } from './http-fetch.ts';

let server: Server | undefined;
let sockets: Socket[] = [];
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
  sockets = [];
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('method, headers and body arrive, status, headers and body come back', async () => {
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.writeHead(418, 'Short and stout', { 'x-answer': ['a', 'b'] }).end(`${request.method} ${request.headers['x-ask']} ${body}`);
  });
  const response = await createHttpFetch()(url, { method: 'POST', headers: { 'X-Ask': '1' }, body: 'héllo' });
  expect([response.status, response.statusText, response.headers.get('x-answer'), await response.text()]).toEqual([
    418,
    'Short and stout',
    'a, b',
    'POST 1 héllo',
  ]);
});

test('pieces that arrive together are one piece', async () => {
  const url = await serve((_, response) => {
    for (let piece = 0; piece < 500; piece += 1) response.write(`${piece},`);
    response.end();
  });
  const response = await createHttpFetch()(url);
  const pieces: string[] = [];
  for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
  expect([pieces.join(''), pieces.length < 50]).toEqual([Array.from({ length: 500 }, (_, piece) => `${piece},`).join(''), true]);
});

test('a body larger than what may wait comes whole to a reader who is slow', async () => {
  const content = randomBytes(5_000_000);
  const url = await serve((_, response) => response.end(content));
  const response = await createHttpFetch()(url);
  const hash = createHash('sha256');
  for await (const piece of response.body ?? []) {
    hash.update(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
});

test('one connection serves requests in a row, and a new one takes over when the server has closed it', async () => {
  const url = await serve((_, response) => response.end('ok'));
  const ask = createHttpFetch();
  const answers = [await (await ask(url)).text(), await (await ask(url)).text()];
  const kept = sockets.length;
  sockets[0]?.destroy();
  answers.push(await (await ask(url)).text());
  expect([answers, kept, sockets.length]).toEqual([['ok', 'ok', 'ok'], 1, 2]);
});

test('what came before a body broke is delivered before the error', async () => {
  const url = await serve((_, response) => {
    response.write('begun');
    setImmediate(() => response.socket?.destroySoon());
  });
  const response = await createHttpFetch()(url);
  const pieces: string[] = [];
  const failure = await (async () => {
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
  })().catch((error: NodeJS.ErrnoException) => error.code);
  expect([pieces, failure]).toEqual([['begun'], 'ECONNRESET']);
});

test('an abort ends the request before and during the answer', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/stream') response.write('a');
  });
  const early = AbortSignal.abort();
  const controller = new AbortController();
  const response = await createHttpFetch()(`${url}stream`, { signal: controller.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  const rest = reader?.read().catch((error: Error) => error.message);
  controller.abort();
  expect([await createHttpFetch()(url, { signal: early }).catch((error: Error) => error.name), await rest]).toEqual([
    'AbortError',
    'aborted',
  ]);
});

test('leaving a body early closes its connection', async () => {
  const url = await serve((_, response) => void response.write('a'));
  const response = await createHttpFetch()(url);
  await response.body?.cancel();
  const [socket] = sockets;
  if (socket && !socket.destroyed) await once(socket, 'close');
  expect(socket?.destroyed).toBe(true);
});

test('an address nobody listens on gives the code of the connection', async () => {
  const failure = await createHttpFetch()(refusingAddress()).catch((error: NodeJS.ErrnoException) => error.code);
  expect(failure).toBe('ECONNREFUSED');
});

test('an answer without a body has none', async () => {
  const url = await serve((_, response) => response.writeHead(204).end());
  const response = await createHttpFetch()(url);
  expect([response.status, response.body]).toEqual([204, null]);
});
