import { afterEach, expect, test } from 'vitest';
import { isPublicAddress } from '../../lib/public-address.ts';
import { createToolRig } from '../../testing/tool-rig.ts';
import { createWebRig, guardWith, page, type WebRig } from '../../testing/web-rig.ts';
import { startWebServer } from '../../testing/web-server.ts';
import { createFetchUrl } from './fetch-url.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const made of open.splice(0).reverse()) await made.close();
});

async function makeWeb(...given: Parameters<typeof createWebRig>): Promise<WebRig> {
  const web = await createWebRig(...given);
  open.push(web);
  return web;
}

test('redirects are followed, nine and no more', async () => {
  const { fetch, server } = await makeWeb((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) return response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
    return response.writeHead(302, { location: `${left - 1}` }).end();
  });
  expect(await fetch('/9')).toBe(`url ${server.url}/0\nstatus_code 200\ncontent_length 5\n\nthere`);
  expect(await fetch('/10')).toBe(`url ${server.url}/10\nerror More than 9 redirects; the last one led to ${server.url}/1.`);
});

test.each([
  'http://127.0.0.1:1/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:1/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://2130706433:1/',
  'http://0x7f.1:1/',
  'http://0177.0.0.1:1/',
  'http://100.64.0.1/',
  'https://192.168.0.1/',
])('neither an address nor a redirect reaches %s', async (address) => {
  const { fetch, rig } = await makeWeb((_, response) => response.writeHead(301, { location: address }).end());
  expect((await rig.call('fetch_url', { url: address })).text).toMatch(/\nerror The address .* is not public/);
  expect(await fetch('/x')).toMatch(/\nerror The address .* is not public/);
});

test.each(['file:///etc/passwd', 'ftp://example.com/', 'javascript:alert(1)'])('a redirect to %s is refused', async (address) => {
  const { fetch } = await makeWeb((_, response) => response.writeHead(301, { location: address }).end());
  expect(await fetch('/x')).toContain(`error Only http and https are fetched, not ${new URL(address).protocol}`);
});

test('a name that changes its address between two look-ups is caught at the second', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.7']];
  const { server } = await makeWeb(page('text/plain', 'secret'));
  const network = guardWith(server.port, async () => answers.shift() ?? []);
  const rebound = await createToolRig({ tools: [createFetchUrl({ timeout: 30_000, network })], git: false });
  open.push(rebound);
  expect((await rebound.call('fetch_url', { url: `http://rebind.example:${server.port}/` })).text).toContain(
    'error The address 10.0.0.7 is not public',
  );
  expect(server.requests.map(({ method }) => method)).toEqual(['HEAD']);
});

test('one private address among public ones spoils a name', async () => {
  const { server } = await makeWeb(page('text/plain', 'x'));
  const network = { resolve: async () => ['93.184.216.34', '192.168.0.1'], mayDial: isPublicAddress };
  const rig = await createToolRig({ tools: [createFetchUrl({ timeout: 30_000, network })], git: false });
  open.push(rig);
  expect((await rig.call('fetch_url', { url: `http://mixed.example:${server.port}/` })).text).toContain('192.168.0.1 is not public');
});

test('the product itself reaches nothing on this machine, by number or by name', async () => {
  const server = await startWebServer(page('text/plain', 'x'));
  open.push(server);
  const rig = await createToolRig({ git: false });
  open.push(rig);
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    expect((await rig.call('fetch_url', { url: `http://${host}:${server.port}/` })).text).toMatch(
      /\nerror The address (127.0.0.1|::1) is not public/,
    );
  }
  expect(server.requests).toEqual([]);
});

test('a server that drips or says nothing is given up after the time for a page', async () => {
  const { fetch, server } = await makeWeb(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    },
    { clientTimeout: 300 },
  );
  expect(await fetch('/x')).toBe(`url ${server.url}/x\nerror The page did not arrive within 0.3 s.`);
});
