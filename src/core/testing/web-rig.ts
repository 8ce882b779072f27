import type { RequestListener } from 'node:http';
import { isPublicAddress } from '../lib/public-address.ts';
import { createFetchUrl, type FetchUrlOptions } from '../tools/fetch/fetch-url.ts';
import type { FetchNetwork } from '../tools/fetch/network.ts';
import { createRead } from '../tools/read.ts';
import { createToolRig, type ToolRig } from './tool-rig.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** `fetch_url` over a web server of the test's own. */
export interface WebRig {
  readonly server: WebServer;
  readonly rig: ToolRig;
  /** What the model is told about a path of the server. */
  fetch(path: string, more?: object): Promise<string>;
  close(): Promise<void>;
}

export async function createWebRig(answer: RequestListener, options: Partial<FetchUrlOptions> = {}): Promise<WebRig> {
  const server = await startWebServer(answer);
  const network = guardWith(server.port, async () => ['127.0.0.1']);
  const tools = [createFetchUrl({ timeout: 30_000, network, ...options }), createRead({ timeout: 5_000, pageBytes: 64_000 })];
  const rig = await createToolRig({ tools, git: false });
  return {
    server,
    rig,
    fetch: async (path, more = {}) => (await rig.call('fetch_url', { url: new URL(path, server.url).href, ...more })).text,
    close: async () => {
      await rig.close();
      await server.close();
    },
  };
}

/** The product's guard, with one loopback port let through. */
export function guardWith(port: number, resolve: FetchNetwork['resolve']): FetchNetwork {
  return { resolve, mayDial: (address, to) => isPublicAddress(address) || (address === '127.0.0.1' && to === port) };
}

/** Answers everything with one page. */
export function page(type: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(200, { ...(type === '' ? {} : { 'content-type': type }), ...headers }).end(body);
  };
}
