import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { errnoOf } from '../../lib/errno.ts';
import { FetchFailure } from './fetch-failure.ts';
import { checkAddress, type FetchNetwork, guardedLookup, hostOf, isLocalName, portOf } from './network.ts';

export interface ExchangeOptions {
  readonly method: 'HEAD' | 'GET' | 'POST';
  readonly network: FetchNetwork;
  /** Requests go through it; names are then looked up there. */
  readonly proxy: URL | undefined;
  readonly signal: AbortSignal;
  /** Beside those that a page is asked for with. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Steiner',
};

/** One request, without following redirects. The body still flows when this resolves. Rejects with a `FetchFailure` or an errno. */
export function exchange(url: URL, options: ExchangeOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = options.proxy === undefined ? dial(url, options) : dialProxy(url, options, options.proxy);
    request.once('response', resolve);
    request.on('error', (failure) => reject(options.proxy === undefined ? failure : ofProxy(failure)));
    request.end(options.body);
  });
}

function dial(url: URL, { method, network, signal, headers }: ExchangeOptions): ClientRequest {
  const port = portOf(url);
  const host = hostOf(url);
  // A literal address is never looked up.
  if (isIP(host) !== 0) checkAddress(network, host, port);
  const request = send(url)(url, {
    method,
    signal,
    agent: false,
    headers: { ...HEADERS, ...headers },
    lookup: guardedLookup(network, port),
  });
  request.once('socket', (socket) => checkConnected(socket, network, port));
  return request;
}

/** Whatever the look-up said, this is who answered. */
function checkConnected(socket: Socket, network: FetchNetwork, port: number): void {
  socket.once('connect', () => {
    try {
      checkAddress(network, socket.remoteAddress, port);
    } catch (failure) {
      socket.destroy(failure as Error);
    }
  });
}

function dialProxy(url: URL, { method, network, signal, headers }: ExchangeOptions, proxy: URL): ClientRequest {
  refuseLocal(url, network);
  const common: RequestOptions = { method, signal, headers: { ...HEADERS, ...headers } };
  if (url.protocol === 'https:') return httpsRequest(url, { ...common, agent: new HttpsProxyAgent(proxy) });
  const credentials =
    proxy.username === '' ? {} : { 'proxy-authorization': `Basic ${btoa(decodeURIComponent(`${proxy.username}:${proxy.password}`))}` };
  return send(proxy)({
    ...common,
    ...{ host: hostOf(proxy), port: portOf(proxy), path: url.href, agent: false },
    headers: { ...HEADERS, ...headers, ...credentials, host: url.host },
  });
}

/** The proxy looks names up where this cannot be checked; what names this machine or an address is checked all the same. */
function refuseLocal(url: URL, network: FetchNetwork): void {
  const host = hostOf(url);
  if (isIP(host) !== 0) checkAddress(network, host, portOf(url));
  if (isLocalName(host)) throw new FetchFailure(`The host ${host} is not on the public internet.`);
}

/** A proxy that breaks off before there is a tunnel is told by an error without a code. */
function ofProxy(failure: Error): Error {
  return errnoOf(failure) === undefined ? new FetchFailure(`The proxy opened no way there: ${failure.message}.`) : failure;
}

function send(url: URL): typeof httpRequest {
  return url.protocol === 'https:' ? httpsRequest : httpRequest;
}
