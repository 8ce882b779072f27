import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { createHttpFetch } from '../../lib/http-fetch.ts';
import { createRandomIds } from '../../lib/ids.ts';
import { type JsonReply, type JsonServer, startJsonServer } from '../../testing/json-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createCodexAccount } from '../codex/codex-account.ts';
import { TOKENS } from '../codex/testing/codex-rig.ts';
import { createModels } from '../models.ts';
import { createDiscovery } from './discovery.ts';

const DAY = 24 * 3_600_000;

let home: string;
let server: JsonServer;
let reply: JsonReply;
let clock: ManualClock;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'steiner-discovery-'));
  reply = { json: { data: [{ id: 'first' }] } };
  clock = new ManualClock();
  server = await startJsonServer(() => reply);
});

afterEach(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

function open(models: object = {}) {
  const providers = { box: { type: 'openai_compat', base_url: server.url }, cloud: { type: 'openai', api_key_env: 'CLOUD_KEY' } };
  return createDiscovery(configSchema.parse({ providers, models: { catalogue_url: `${server.url}/api.json`, ...models } }), {
    clock,
    fetch: createHttpFetch(),
    environment: { vars: {}, home, platform: 'linux' },
    paths: { config: home, state: home, cache: join(home, 'cache') },
  });
}

type Opened = ReturnType<typeof open>;

async function boxOf(discovery: Opened) {
  const { providers } = await discovery.listings();
  const listed = (await discovery.known()).listed('box');
  return { ...providers.find(({ provider }) => provider === 'box'), ids: listed && [...listed.keys()] };
}

const BOX = { provider: 'box', type: 'openai_compat' };

test('nothing is asked until somebody asks, and what was listed is there at the next start', async () => {
  const discovery = open();
  expect([await boxOf(discovery), server.asked.length]).toEqual([{ ...BOX, state: 'missing', models: 0, ids: undefined }, 0]);
  const now = clock.now();
  await discovery.refresh(['box']);
  const fresh = { ...BOX, state: 'fresh', models: 1, fetchedAt: now, ids: ['first'] };
  expect([await boxOf(discovery), await boxOf(open()), server.asked.length]).toEqual([fresh, fresh, 1]);
});

test('Ollama is asked once about a model that it never listed, and nobody else is', async () => {
  const show = {
    capabilities: ['completion'],
    model_info: { 'general.architecture': 'q', 'q.context_length': 40_960 },
    parameters: 'num_ctx 8192',
  };
  const asked: string[] = [];
  const ollama = await startJsonServer(({ path }): JsonReply => {
    asked.push(path);
    return { json: path === '/api/tags' ? { models: [{ model: 'qwen3' }] } : show };
  });
  const providers = { own: { type: 'ollama', base_url: `${ollama.url}/v1` }, box: { type: 'openai_compat', base_url: server.url } };
  const environment = { vars: {}, home, platform: 'linux' } as const;
  const ports = { clock, ids: createRandomIds(), fetch: createHttpFetch(), environment };
  const config = configSchema.parse({ providers });
  const models = createModels(config, ports, createDiscovery(config, { ...ports, paths: { config: home, state: home, cache: home } }));
  const windows = [];
  for (const ref of ['own/qwen3', 'own/qwen3', 'own/other', 'box/qwen3']) {
    const model = await models.resolve(ref);
    windows.push(model.ok && ref === 'own/qwen3' ? model.value.info.contextWindow : model.ok);
  }
  await ollama.close();
  expect([windows, asked, server.asked.length]).toEqual([[8_192, 8_192, true, true], ['/api/tags', '/api/show'], 0]);
});

test('a list is stale after a week, still used, and asked for again once', async () => {
  const fetchedAt = clock.now();
  await open().refresh(['box']);
  await clock.advance(7 * DAY);
  const discovery = open();
  expect(await boxOf(discovery)).toEqual({ ...BOX, state: 'stale', models: 1, fetchedAt, ids: ['first'] });
  reply = { json: { data: [{ id: 'second' }] } };
  expect([await discovery.refreshStale(), await discovery.refreshStale(), (await boxOf(discovery)).ids]).toEqual([true, false, ['second']]);
});

test('a provider that fails keeps its old list, and says why until it answers again', async () => {
  const discovery = open();
  await discovery.refresh(['box']);
  reply = { status: 500, json: {} };
  await discovery.refresh(['box']);
  const failed = await boxOf(discovery);
  expect([failed.ids, failed.problem?.message]).toEqual([['first'], 'box did not list its models: it answered with HTTP 500.']);
  reply = { json: { data: [] } };
  await discovery.refresh(['box']);
  expect(await boxOf(discovery)).toEqual({ ...BOX, state: 'fresh', models: 0, fetchedAt: clock.now(), ids: [] });
});

test('a provider without its key is not asked, and says what is missing', async () => {
  const { providers } = await open().refresh(['cloud']);
  expect([providers[1]?.problem?.message, server.asked.length]).toEqual([
    'Provider cloud (openai) takes its API key from the environment variable CLOUD_KEY, which is not set.',
    0,
  ]);
});

test('asking twice at once asks once', async () => {
  const discovery = open();
  await Promise.all([discovery.refresh(['box']), discovery.refresh(['box'])]);
  expect(server.asked.length).toBe(1);
});

test('the list of another address, and a file that makes no sense, count as none', async () => {
  await open().refresh(['box']);
  const folder = join(home, 'cache', 'provider-models');
  const [file = ''] = await readdir(folder);
  const text = await readFile(join(folder, file), 'utf8');
  await writeFile(join(folder, file), text.replace(/"fingerprint":"\w+"/, '"fingerprint":"other"'));
  expect((await boxOf(open())).state).toBe('missing');
  await writeFile(join(folder, file), '{ half');
  expect((await boxOf(open())).state).toBe('missing');
});

test('no file of a list holds a key', async () => {
  const discovery = open();
  await discovery.refresh(['box']);
  const [file = ''] = await readdir(join(home, 'cache', 'provider-models'));
  const { fingerprint, ...rest } = JSON.parse(await readFile(join(home, 'cache', 'provider-models', file), 'utf8'));
  expect([fingerprint, rest]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    { version: 1, provider: 'box', fetchedAt: clock.now(), models: [{ id: 'first' }] },
  ]);
});

test('with discovery off nothing is known, nothing is asked', async () => {
  await open().refresh(['box']);
  const discovery = open({ discovery_enabled: false });
  await discovery.refresh();
  const { catalogue, listed } = await discovery.known();
  const listings = await discovery.listings();
  expect([catalogue, listed('box'), listings.catalogue, listings.providers.map(({ state }) => state), server.asked.length]).toEqual([
    undefined,
    undefined,
    undefined,
    ['off', 'off'],
    1,
  ]);
  expect(await discovery.refreshCatalogue()).toEqual({
    ok: false,
    error: {
      code: 'config_invalid',
      message: 'The catalogue is not used, because models.discovery_enabled is false.',
      hint: 'Set models.discovery_enabled to true and try again.',
      safe: 'Nothing was asked.',
    },
  });
});

test('the shipped catalogue counts until a newer one is fetched, and stays when that fails', async () => {
  await clock.advance(Date.parse('2030-01-01') - clock.now());
  const discovery = open();
  const shipped = (await discovery.known()).catalogue;
  expect([shipped?.from, (shipped?.size ?? 0) > 500]).toEqual([expect.stringMatching(/MIT/), true]);
  reply = { json: { message: 'no catalogue' } };
  expect([await discovery.refreshCatalogue(), (await discovery.known()).catalogue?.from]).toEqual([
    { ok: false, error: expect.objectContaining({ code: 'provider_unreachable', safe: 'The catalogue used so far stays.' }) },
    shipped?.from,
  ]);
  reply = { json: { lab: { models: { m: { limit: { context: 9_000 } } } } } };
  await discovery.refreshCatalogue();
  const fetched = { from: new URL(server.url).host, date: '2030-01-01', models: 1 };
  expect([(await discovery.listings()).catalogue, (await open().listings()).catalogue]).toEqual([fetched, fetched]);
});

test('a codex list that has not changed is fresh again, and only a new one is taken', async () => {
  const list = (slug: string) => ({ models: [{ slug, visibility: 'list' }] });
  const environment = { vars: { STEINER_CODEX_SITE: server.url }, home, platform: 'linux' } as const;
  const ports = {
    clock,
    ids: createRandomIds(),
    fetch: createHttpFetch(),
    environment,
    paths: { config: home, state: home, cache: join(home, 'cache') },
  };
  const codex = createCodexAccount(ports);
  await codex.file.write({ ...TOKENS, expires_at: clock.now() + 100 * DAY });
  const start = () => createDiscovery(configSchema.parse({ providers: { codex: { type: 'codex' } } }), { ...ports, codex });
  const seen = async (discovery: Opened) => {
    const [status] = (await discovery.listings()).providers;
    return [status?.state, status?.fetchedAt, [...((await discovery.known()).listed('codex')?.keys() ?? [])]];
  };
  reply = { json: list('one'), headers: { etag: 'W/"1"' } };
  await start().refresh();
  await clock.advance(8 * DAY);
  const later = start();
  const stale = await seen(later);
  reply = { status: 304, json: null };
  await later.refreshStale();
  const again = await seen(start());
  reply = { json: list('two'), headers: { etag: 'W/"2"' } };
  await start().refresh();
  await start().refresh();
  expect([stale, again, (await seen(start()))[2]]).toEqual([
    ['stale', clock.now() - 8 * DAY, ['one']],
    ['fresh', clock.now(), ['one']],
    ['two'],
  ]);
  expect(server.asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1"', 'W/"1"', 'W/"2"']);
});

test('a server that answers 304 unasked has no list', async () => {
  reply = { status: 304, json: null };
  const discovery = open();
  await discovery.refresh(['box']);
  expect((await boxOf(discovery)).problem?.message).toBe('box did not list its models: it answered with HTTP 304.');
});
