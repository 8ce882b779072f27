import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { SearchConfig } from '../../config/tool-settings.ts';
import { createToolRig, type ToolRig } from '../../testing/tool-rig.ts';
import { startTunnel } from '../../testing/tunnel.ts';
import { startWebServer, type WebServer } from '../../testing/web-server.ts';
import { createBrave } from './brave.ts';
import { createKagi } from './kagi.ts';
import type { SearchBackend } from './search-backend.ts';
import { createSearxng } from './searxng.ts';
import { createWebSearch, searchBackend } from './web-search.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const made of open.splice(0).reverse()) await made.close();
});

interface Asked {
  readonly server: WebServer;
  readonly rig: ToolRig;
  /** Bodies that were sent. */
  readonly bodies: string[];
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A web server that gives what is answered as JSON. */
async function startService(answer: Answer): Promise<Pick<Asked, 'server' | 'bodies'>> {
  const bodies: string[] = [];
  const server = await startWebServer(async (request, response) => {
    bodies.push(await text(request));
    const value = answer(request, response);
    if (value !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  });
  open.push(server);
  return { server, bodies };
}

/** The search tool, with every service at the server's address. */
async function makeSearch(config: SearchConfig, answer: Answer): Promise<Asked> {
  const { server, bodies } = await startService(answer);
  const backend = searchBackend(config);
  if (!backend) throw new Error('no backend');
  const there: typeof fetch = (url, init) => fetch(new URL(new URL(String(url)).pathname + new URL(String(url)).search, server.url), init);
  const rig = await createToolRig({ tools: [createWebSearch({ backend, timeout: 30_000, fetch: there })], git: false });
  open.push(rig);
  return { server, rig, bodies };
}

const WANTED = '1. First hit\nhttps://one.example/\nAbout one\n\n2. Second\nhttps://two.example/';

test('SearXNG', async () => {
  const { server, rig } = await makeSearch({ backend: 'searxng', searxng_url: 'http://search.example/sub/' }, () => ({
    query: 'a b',
    number_of_results: 2,
    results: [
      { url: 'https://one.example/', title: 'First hit', content: 'About one', engine: 'x', score: 1 },
      { url: 'https://two.example/', title: 'Second', content: null },
      { url: 'https://one.example/', title: 'Again' },
    ],
    answers: [],
  }));
  expect((await rig.call('web_search', { query: 'a b', limit: 2 })).text).toBe(WANTED);
  expect(server.requests.map(({ path }) => path)).toEqual(['/sub/search?q=a+b&format=json&categories=general&pageno=1']);
});

test('Google, ten hits at a time', async () => {
  const { server, rig } = await makeSearch({ backend: 'google', google_cx: 'engine', google_api_key: 'key' }, ({ url }) => {
    const start = Number(new URL(url ?? '', 'http://x').searchParams.get('start'));
    const num = Number(new URL(url ?? '', 'http://x').searchParams.get('num'));
    return {
      kind: 'customsearch#search',
      items: Array.from({ length: num }, (_, index) => ({
        link: `https://${start + index}.example/`,
        title: `Hit ${start + index}`,
        snippet: 's',
      })),
    };
  });
  const { text: found } = await rig.call('web_search', { query: 'q', limit: 13 });
  expect(found.split('\n\n').at(-1)).toBe('13. Hit 13\nhttps://13.example/\ns');
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/customsearch/v1?key=key&cx=engine&q=q&num=10&start=1',
    '/customsearch/v1?key=key&cx=engine&q=q&num=3&start=11',
  ]);
});

test('Kagi', async () => {
  const { server, rig, bodies } = await makeSearch({ backend: 'kagi', kagi_api_key: 'key' }, () => ({
    meta: { trace: 'x', ms: 20 },
    data: {
      search: [
        { url: 'https://one.example/', title: 'First hit', snippet: 'About <b>one</b>', time: '2026-01-01' },
        { url: 'https://two.example/', title: 'Second' },
      ],
      related_search: [{ url: '/search?q=x', title: 'x' }],
    },
  }));
  expect((await rig.call('web_search', { query: 'a', limit: 2 })).text).toBe(WANTED);
  expect(server.requests.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
    ['POST', '/api/v1/search', 'Bearer key'],
  ]);
  expect(bodies).toEqual(['{"query":"a","limit":2}']);
});

test('Brave', async () => {
  const { server, rig } = await makeSearch({ backend: 'brave', brave_api_key: 'key' }, () => ({
    type: 'search',
    query: { original: 'a' },
    web: {
      type: 'search',
      results: [
        { url: 'https://one.example/', title: 'First hit', description: 'About <strong>one</strong>', extra_snippets: [] },
        { url: 'https://two.example/', title: 'Second', description: '' },
      ],
    },
  }));
  expect((await rig.call('web_search', { query: 'a', limit: 2 })).text).toBe(WANTED);
  expect(server.requests.map(({ path, headers }) => [path, headers['x-subscription-token']])).toEqual([
    ['/res/v1/web/search?q=a&count=20&offset=0', 'key'],
  ]);
});

const SEARXNG = { backend: 'searxng', searxng_url: 'http://search.example' } as const;

test.each([
  ['nothing', { results: [] }, 'Nothing was found.', false],
  ['another shape', { hits: [] }, 'SearXNG answered in a form that is not known.', true],
])('an answer with %s', async (_, answer, wanted, isError) => {
  const { rig } = await makeSearch(SEARXNG, () => answer);
  expect(await rig.call('web_search', { query: 'a' })).toMatchObject({ text: wanted, isError });
});

test('a refusal is told with the first hundred bytes of its reason, however long it is', async () => {
  const { rig } = await makeSearch(SEARXNG, (_, response) => {
    response.writeHead(429);
    const more = () => {
      while (!response.destroyed && response.write('slow down '.repeat(1_000)));
    };
    response.on('drain', more);
    more();
  });
  expect((await rig.call('web_search', { query: 'a' })).text).toBe(`SearXNG answered with status 429: ${'slow down '.repeat(10).trim()}.`);
});

test('what is no JSON and a dead server are results', async () => {
  const { rig, server } = await makeSearch(SEARXNG, (_, response) => void response.end('<html>'));
  expect((await rig.call('web_search', { query: 'a' })).text).toBe('SearXNG answered in a form that is not known.');
  await server.close();
  open.splice(open.indexOf(server), 1);
  expect((await rig.call('web_search', { query: 'a' })).text).toBe('SearXNG could not be reached (ECONNREFUSED).');
});

/** A web server that is asked as a proxy is, and the search tool that is told to use it. */
async function makeProxied(backend: SearchBackend, answer: Answer, more: { readonly proxy?: string } = {}): Promise<Asked> {
  const { server, bodies } = await startService(answer);
  const proxy = more.proxy ?? `http://me:secret@127.0.0.1:${server.port}`;
  const rig = await createToolRig({ tools: [createWebSearch({ backend, timeout: 30_000, fetch, proxy })], git: false });
  open.push(rig);
  return { server, rig, bodies };
}

const ONE_HIT = { results: [{ url: 'https://one.example/', title: 'First hit', content: 'About one' }] };

test('a configured proxy carries the search and is named', async () => {
  const { server, rig } = await makeProxied(createSearxng('http://search.example'), () => ONE_HIT);
  expect((await rig.call('web_search', { query: 'a', limit: 1 })).text).toBe(
    `1. First hit\nhttps://one.example/\nAbout one\nproxy ${server.url}`,
  );
  expect(server.requests.map(({ path, headers }) => [path, headers.host, headers.accept, headers['proxy-authorization']])).toEqual([
    [
      'http://search.example/search?q=a&format=json&categories=general&pageno=1',
      'search.example',
      'application/json',
      `Basic ${btoa('me:secret')}`,
    ],
  ]);
});

test('what a service is sent goes through the proxy whole, and nothing of it where it is led elsewhere', async () => {
  const posting: SearchBackend = { ...createKagi('key'), request: () => ({ url: new URL('http://a.example/'), body: { q: 1 } }) };
  const sent = await makeProxied(posting, () => ({ data: { search: [] } }));
  expect((await sent.rig.call('web_search', { query: 'a' })).text).toBe(`Nothing was found.\nproxy ${sent.server.url}`);
  expect([sent.server.requests[0]?.method, sent.bodies]).toEqual(['POST', ['{"q":1}']]);

  const keyed: SearchBackend = { ...createSearxng(''), request: () => ({ url: new URL('http://a.example/'), headers: { 'x-key': 'k' } }) };
  const led = await makeProxied(keyed, ({ url }, response) => {
    if (url !== 'http://a.example/') return ONE_HIT;
    return void response.writeHead(302, { location: 'http://b.example/' }).end();
  });
  expect(await led.rig.call('web_search', { query: 'a', limit: 1 })).toMatchObject({ isError: false });
  expect(led.server.requests.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
    ['http://a.example/', 'k'],
    ['http://b.example/', undefined],
  ]);
});

test('through the proxy nothing private is asked: a server there that is configured is asked itself, a redirect there is refused', async () => {
  const own = await startWebServer((_, response) => void response.end(JSON.stringify(ONE_HIT)));
  open.push(own);
  const local = await makeProxied(createSearxng(own.url), () => ONE_HIT);
  expect((await local.rig.call('web_search', { query: 'a', limit: 1 })).text).toBe('1. First hit\nhttps://one.example/\nAbout one');
  expect([own.requests.length, local.server.requests.length]).toEqual([1, 0]);

  const led = await makeProxied(createSearxng('http://search.example'), (_, response) => {
    return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  });
  expect(await led.rig.call('web_search', { query: 'a' })).toMatchObject({
    isError: true,
    text: `SearXNG could not be asked. The address 10.0.0.1 is not public; only pages on the public internet are fetched.\nproxy ${led.server.url}`,
  });
  expect(led.server.requests).toHaveLength(1);
});

test('a service over https is asked through a tunnel, and a proxy that refuses it or is not there is a result that names it', async () => {
  const tunnel = await startTunnel('200 Connection Established');
  const shut = await startTunnel('403 Forbidden');
  open.push(tunnel, shut);
  const asked = async (port: number) => {
    const { rig } = await makeProxied(createBrave('key'), () => undefined, { proxy: `http://me:secret@127.0.0.1:${port}` });
    return (await rig.call('web_search', { query: 'a' })).text;
  };
  expect(await asked(tunnel.port)).toBe(`Brave could not be reached (ECONNRESET).\nproxy http://127.0.0.1:${tunnel.port}`);
  expect(tunnel.asked).toEqual([`api.search.brave.com:443 Basic ${btoa('me:secret')}`]);
  const [hello = Buffer.alloc(0)] = tunnel.through;
  expect([hello.subarray(0, 2).toString('hex'), hello.includes('api.search.brave.com'), hello.includes('key')]).toEqual([
    '1603',
    true,
    false,
  ]);
  expect(await asked(shut.port)).toBe(`Brave answered with status 403.\nproxy http://127.0.0.1:${shut.port}`);
  const dead = await makeProxied(createBrave('key'), () => undefined);
  await dead.server.close();
  open.splice(open.indexOf(dead.server), 1);
  expect((await dead.rig.call('web_search', { query: 'a' })).text).toBe(
    `Brave could not be reached (ECONNREFUSED).\nproxy ${dead.server.url}`,
  );
});

test('the proxy of fetch_url is the one of web_search', async () => {
  const proxy = await startWebServer((_, response) => void response.end(JSON.stringify(ONE_HIT)));
  open.push(proxy);
  const config = { fetch: { proxy: proxy.url }, search: { backend: 'searxng', searxng_url: 'http://search.example' } };
  const rig = await createToolRig({ config, git: false });
  open.push(rig);
  expect((await rig.call('web_search', { query: 'a', limit: 1 })).text).toContain(`\nproxy ${proxy.url}`);
  expect(proxy.requests).toHaveLength(1);
});

test('it is offered only when a service is configured', async () => {
  const names = async (config: unknown) => {
    const rig = await createToolRig({ config, git: false });
    open.push(rig);
    return rig.tools.schemas.map(({ name }) => name);
  };
  expect(await names({})).not.toContain('web_search');
  expect(await names({ search: { backend: 'kagi', kagi_api_key: 'x' } })).toContain('web_search');
});

test.each([
  { backend: 'brave', brave_api_key: 'key' },
  { backend: 'kagi', kagi_api_key: 'key' },
] as const)('a key of $backend goes nowhere but to the service, wherever that leads', async (config) => {
  const { server, rig } = await makeSearch(config, (_, response) => response.writeHead(302, { location: '/elsewhere' }).end() && undefined);
  expect((await rig.call('web_search', { query: 'a' })).text).toMatch(/answered with status 302/);
  expect(server.requests).toHaveLength(1);
});
