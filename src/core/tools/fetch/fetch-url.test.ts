import { readFile, symlink } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { startTunnel, type Tunnel } from '../../testing/tunnel.ts';
import { createWebRig, page, type WebRig } from '../../testing/web-rig.ts';
import { startWebServer } from '../../testing/web-server.ts';
import { htmlToMarkdown } from './markdown.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const made of open.splice(0).reverse()) await made.close();
});

async function makeWeb(...given: Parameters<typeof createWebRig>): Promise<WebRig> {
  const web = await createWebRig(...given);
  open.push(web);
  return web;
}

const HTML = `<!doctype html><html><head><title>A &amp; B</title><meta name="description" content="About  it"><style>p{}</style></head>
<body><nav><a href="/">Home</a></nav><h1>Head</h1><p>Some <b>bold</b> text, <a href="other?q=1">a link</a>.</p>
<pre><code class="language-js">let a = 1 &lt; 2;</code></pre><script>steal()</script><form><button>Go</button></form><footer>Imprint</footer></body></html>`;

test('a page comes back as Markdown with title and description, without what is around it', async () => {
  const { fetch, server } = await makeWeb(page('text/html; charset=utf-8', HTML));
  expect(await fetch('/docs/page')).toBe(
    [
      `url ${server.url}/docs/page`,
      'status_code 200',
      'title A & B',
      'description About it',
      `content_length ${80 + server.url.length}`,
      '',
      '# Head',
      '',
      `Some **bold** text, [a link](${server.url}/docs/other?q=1).`,
      '',
      '```js',
      'let a = 1 < 2;',
      '```',
    ].join('\n'),
  );
  expect(server.requests.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
});

test.each([
  ['application/json', '{"a": 1}'],
  ['application/vnd.api+json', '{"a": 1}'],
  ['application/yaml', 'a: 1'],
  ['text/csv', 'a,b'],
  ['text/plain', '<b>not html</b>'],
  ['', 'no type at all'],
])('text of type "%s" comes back as it is', async (type, body) => {
  const { fetch } = await makeWeb(page(type, body));
  expect((await fetch('/x')).split('\n\n')[1]).toBe(body);
});

test.each([
  ['application/pdf', '%PDF', 'Content of type application/pdf cannot be shown; only text and pictures are.'],
  ['application/octet-stream', 'x', 'Content of type application/octet-stream cannot be shown; only text and pictures are.'],
  ['image/svg+xml; charset=utf-8', '<svg/>', undefined],
  ['text/plain', 'a\0b', 'The answer is binary; only text and pictures can be shown.'],
])('type %s: %s', async (type, body, error) => {
  const { fetch, server } = await makeWeb(page(type, body));
  const text = await fetch('/x');
  if (error === undefined) expect(text).toContain(body);
  else expect(text).toBe(`url ${server.url}/x\nerror ${error}`);
});

test('what cannot be shown is not downloaded, and the type of the page itself is what counts', async () => {
  const { fetch, server } = await makeWeb(page('video/mp4', 'x'));
  await fetch('/x');
  expect(server.requests.map(({ method }) => method)).toEqual(['HEAD']);
  const other = await makeWeb(({ method }, response) => {
    response.writeHead(method === 'HEAD' ? 405 : 200, { 'content-type': method === 'HEAD' ? 'text/plain' : 'audio/ogg' }).end();
  });
  expect(await other.fetch('/x')).toContain('Content of type audio/ogg');
});

test('character sets and compression are undone', async () => {
  const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
  const cases: readonly RequestListener[] = [
    page('text/plain; charset=iso-8859-1', latin),
    page('text/html', Buffer.concat([Buffer.from('<meta charset="windows-1252"><p>'), latin])),
    page('text/plain', gzipSync('café'), { 'content-encoding': 'gzip' }),
    page('text/html', brotliCompressSync('<p>café</p>'), { 'content-encoding': 'br' }),
    page('text/plain; charset=unheard-of', 'café'),
  ];
  for (const answer of cases) expect((await (await makeWeb(answer)).fetch('/x')).split('\n\n')[1]).toBe('café');
  const broken = await makeWeb(page('text/plain', 'no gzip', { 'content-encoding': 'gzip' }));
  expect(await broken.fetch('/x')).toContain('error The request failed (Z_DATA_ERROR).');
});

test('of long content the start is returned and read goes on where it ended', async () => {
  const lines = Array.from({ length: 5_000 }, (_, line) => `line ${line + 1} \u{1f600}`).join('\n');
  const { fetch, rig } = await makeWeb(page('text/plain', lines));
  const text = await fetch('/x');
  const path = /^file_path (.*)$/m.exec(text)?.[1] ?? '';
  const next = Number(/^next_offset (.*)$/m.exec(text)?.[1]);
  expect(path).toMatch(/^\/tmp\/fetched\/[0-9a-f]{12}\.txt$/);
  expect(text).toContain(
    `total_lines 5000\nmessage This is the start; all 5000 lines are in ${path}. Go on with read from offset ${next}.`,
  );
  const [, content = ''] = text.split('\n\n');
  expect([...content]).toHaveLength(10_000);
  expect(lines.startsWith(content)).toBe(true);
  expect((await rig.call('read', { path, offset: next, limit: 1 })).text).toContain(`\nline ${content.split('\n').length} \u{1f600}`);
});

test.each([
  ['text/plain', 'x'.repeat(300), 100, 100],
  ['text/html', `<p>${'\u{1f600}'.repeat(300)}</p>`, 100, 100],
])('max_size cuts %s and says so', async (type, body, max, length) => {
  const { fetch } = await makeWeb(page(type, body));
  const text = await fetch('/x', { max_size: max });
  expect(text).toContain(`content_length ${length}\ntruncated true\nmessage It was cut at max_size; the rest was not fetched.`);
});

test('a body without end is cut, also as HTML without any text', async () => {
  const endless =
    (type: string, piece: string): RequestListener =>
    ({ method }, response) => {
      response.writeHead(200, { 'content-type': type });
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      if (method === 'HEAD') response.end();
      else more();
    };
  const text = await makeWeb(endless('text/plain', 'x'.repeat(65_536)));
  expect(await text.fetch('/x', { max_size: 200_000 })).toContain('content_length 200000');
  const html = await makeWeb(endless('text/html', '<p>more '.repeat(8_192)));
  expect(await html.fetch('/x', { max_size: 50_000 })).toContain('content_length 50000');
});

test('of a very long page the start of its source is converted, and that is said', async () => {
  const row = `<!--${'x'.repeat(65_518)}--><p>row</p>`;
  expect(row).toHaveLength(65_536 - 1);
  const { fetch } = await makeWeb(page('text/html', row.repeat(80)));
  const text = await fetch('/long');
  expect(text).toMatch(/^truncated true$/m);
  expect(text).toContain('The page is very long: the first 4 MiB of its HTML were converted, the rest was left out.');
  expect(text.split('\n').filter((line) => line === 'row')).toHaveLength(64);
});

test('text without any tag is converted whole, and nothing is converted once nobody waits', async () => {
  let given = 0;
  async function* html(text: string, times: number) {
    for (; given < times; given += 1) yield text;
  }
  const stop = new AbortController();
  const options = { base: new URL('https://example.org'), maxRunes: 1e7, signal: stop.signal };
  const whole = await htmlToMarkdown(html('['.repeat(40_000), 10), options);
  expect(whole).toEqual({ title: '', description: '', markdown: '\\['.repeat(400_000), truncated: false });
  given = 0;
  stop.abort(new Error('nobody waits'));
  await expect(htmlToMarkdown(html('<p>a</p>'.repeat(10_000), 10), options)).rejects.toThrow('nobody waits');
  expect(given).toBeLessThan(10);
});

test('a picture is saved, by its type or by its name', async () => {
  const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
  const { fetch, rig } = await makeWeb(page('application/octet-stream', bytes));
  const text = await fetch('/logo.PNG');
  expect(text).toContain('content_length 8\nfile_path /tmp/fetched/');
  expect((await rig.run('cat /tmp/fetched/*.png | od -An -tx1', { id: '0123456789abcdef0123456789abcdef' })).stdout.trim()).toBe(
    '89 50 4e 47 0d 0a 1a 0a',
  );
  expect(await (await makeWeb(page('image/webp', bytes))).fetch('/x')).toMatch(/file_path \/tmp\/fetched\/[0-9a-f]{12}\.webp/);
});

test('a link laid in the place of the saved file is not followed', async () => {
  const { fetch, rig } = await makeWeb(page('text/plain', 'y\n'.repeat(20_000)));
  const path = /^file_path (.*)$/m.exec(await fetch('/x'))?.[1] ?? '';
  const target = await rig.write('outside.txt', 'mine');
  const session = { id: '0123456789abcdef0123456789abcdef' };
  await rig.run(`ln -sf ${target} ${path}`, session);
  await fetch('/x');
  expect(await readFile(target, 'utf8')).toBe('mine');
  expect((await rig.run(`test -L ${path} || head -1 ${path}`, session)).stdout).toBe('y\n');
  await rig.run('rm -r /tmp/fetched', session);
  const decision = await rig.sandbox.decide({ ...session, root: rig.project });
  const tmp = decision.type === 'sandboxed' ? decision.policy.tmp : '';
  await symlink(rig.home, join(tmp, 'fetched'));
  expect(await fetch('/x')).toContain('the folder for it is a link to another place');
});

test('a stop of the turn is a stop', async () => {
  const stop = new AbortController();
  const { rig, server } = await makeWeb(() => stop.abort());
  expect(await rig.call('fetch_url', { url: server.url }, stop.signal)).toMatchObject({ isError: true, detail: { error: 'cancelled' } });
});

test('other statuses, broken addresses and dead hosts are results', async () => {
  const { fetch, rig } = await makeWeb((_, response) => response.writeHead(404).end());
  expect(await fetch('/x')).toContain('error The server answered with status 404.');
  expect((await rig.call('fetch_url', { url: 'example' })).text).toContain('error example is not a full address');
  const gone = await createWebRig(page('text/plain', ''));
  await gone.server.close();
  expect(await gone.fetch('/x')).toContain('error The host refused the connection.');
  await gone.rig.close();
});

test('a configured proxy carries the request and is named, and private addresses are refused all the same', async () => {
  const proxy = await startWebServer(page('text/plain', 'through'));
  open.push(proxy);
  const { rig } = await makeWeb(page('text/plain', 'direct'), { proxy: `http://me:secret@127.0.0.1:${proxy.port}` });
  expect((await rig.call('fetch_url', { url: 'http://example.com/a?b' })).text).toBe(
    `url http://example.com/a?b\nstatus_code 200\ncontent_length 7\nproxy ${proxy.url}\n\nthrough`,
  );
  expect(proxy.requests.map(({ path, headers }) => [path, headers.host, headers['proxy-authorization']])).toEqual(
    Array(2).fill(['http://example.com/a?b', 'example.com', `Basic ${btoa('me:secret')}`]),
  );
  for (const url of ['http://10.0.0.1/', 'http://localhost/', 'http://metadata.google.internal/']) {
    expect((await rig.call('fetch_url', { url })).text).toMatch(/\nerror The (address|host) .* is not/);
  }
  expect(proxy.requests).toHaveLength(2);
});

async function openTunnel(status: string): Promise<Tunnel> {
  const tunnel = await startTunnel(status);
  open.push(tunnel);
  return tunnel;
}

test('an https address goes through a tunnel of the configured proxy, with its own name in the handshake', async () => {
  const tunnel = await openTunnel('200 Connection Established');
  const { rig } = await makeWeb(page('text/plain', 'direct'), { proxy: `http://me:secret@127.0.0.1:${tunnel.port}` });
  const { text } = await rig.call('fetch_url', { url: 'https://docs.example.com/a' });
  expect(text).toBe(
    `url https://docs.example.com/a\nerror The host closed the connection before it had answered.\nproxy http://127.0.0.1:${tunnel.port}`,
  );
  expect(new Set(tunnel.asked)).toEqual(new Set([`docs.example.com:443 Basic ${btoa('me:secret')}`]));
  const [hello = Buffer.alloc(0)] = tunnel.through;
  expect([hello.subarray(0, 2).toString('hex'), hello.includes('docs.example.com'), hello.includes('/a')]).toEqual(['1603', true, false]);
  for (const url of ['https://10.0.0.1/', 'https://localhost/']) {
    expect((await rig.call('fetch_url', { url })).text).toMatch(/\nerror The (address|host) .* is not/);
  }
  expect(new Set(tunnel.asked).size).toBe(1);
});

test('a proxy that refuses the tunnel is a result', async () => {
  const tunnel = await openTunnel('403 Forbidden');
  const { rig } = await makeWeb(page('text/plain', 'direct'), { proxy: `http://127.0.0.1:${tunnel.port}` });
  const { text, isError } = await rig.call('fetch_url', { url: 'https://docs.example.com/a' });
  expect([isError, text]).toEqual([true, expect.stringContaining('403')]);
});

test('a proxy that breaks off before there is a tunnel is a result', async () => {
  const silent = await startWebServer(page('text/plain', 'no tunnels here'));
  open.push(silent);
  const { rig } = await makeWeb(page('text/plain', 'direct'), { proxy: silent.url });
  expect(await rig.call('fetch_url', { url: 'https://docs.example.com/a' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('error The proxy opened no way there: '),
  });
});

test('a page that is mostly links is called that', async () => {
  const links = Array.from({ length: 30 }, (_, index) => `<li><a href="/page/${index}">Page number ${index}</a></li>`).join('');
  const { fetch } = await makeWeb(page('text/html', `<ul>${links}</ul>`));
  expect(await fetch('/x')).toContain('message The page is mostly links.');
  const prose = '<p>A paragraph with a good deal of text that says something.</p>'.repeat(8);
  expect(await (await makeWeb(page('text/html', `<ul>${links}</ul>${prose}`))).fetch('/x')).not.toContain('mostly links');
});
