import { expect, test } from 'vitest';
import type { ProviderTypeName } from '../../config/provider-types.ts';
import { createSystemClock } from '../../lib/clock.ts';
import { createHttpFetch } from '../../lib/http-fetch.ts';
import { type JsonAsked, type JsonReply, startJsonServer } from '../../testing/json-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { listModels } from './list-models.ts';
import { LIST_CASES, type ListCase, openAi, tiny } from './testing/list-cases.ts';

function called({ method, path, body }: JsonAsked): string {
  const about = typeof body === 'object' && body !== null && 'model' in body ? ` ${String(body.model)}` : '';
  return `${method} ${path}${about}`;
}

function replying(answers: ListCase['answers']): (asked: JsonAsked) => JsonReply {
  return (asked) => {
    const json = answers[called(asked).replace(/^\w+ /, '')];
    return json === undefined ? { status: 404, json: { error: 'nothing here' } } : { json };
  };
}

interface AskOptions {
  readonly type: ProviderTypeName;
  readonly base?: string;
  readonly key?: string | undefined;
  readonly reply: (asked: JsonAsked) => JsonReply;
}

async function ask({ type, base = '', key, reply }: AskOptions) {
  const server = await startJsonServer(reply);
  const endpoint = { name: 'box', type, baseUrl: `${server.url}${base}`, headers: { 'x-team': 'blue' }, timeout: 1_000 };
  const listed = await listModels(
    { ...endpoint, ...(key === undefined ? {} : { apiKey: key }) },
    { clock: createSystemClock(), fetch: createHttpFetch() },
  );
  await server.close();
  return { listed, asked: server.asked };
}

test.each(Object.keys(LIST_CASES) as (keyof typeof LIST_CASES)[])(
  '%s is asked for its list at its address, with its own authentication',
  async (type) => {
    const { base, key, answers, asked: expected, authentication, models } = LIST_CASES[type];
    const { listed, asked } = await ask({ type, base, key, reply: replying(answers) });
    const sent = asked.map(({ headers }) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => /auth|key|anthropic|team|agent/.test(name))),
    );
    expect({ listed, asked: asked.map(called).toSorted(), sent }).toEqual({
      listed: { ok: true, value: { models } },
      asked: expected,
      sent: expected.map(() => ({ ...authentication, 'user-agent': 'steiner', 'x-team': 'blue' })),
    });
  },
);

test('an anthropic server that refuses long pages is asked for short ones', async () => {
  const { listed, asked } = await ask({
    type: 'anthropic',
    reply: ({ path }) =>
      path.includes('limit=1000') ? { status: 400, json: {} } : { json: { data: [{ id: 'm' }], has_more: false, last_id: 'm' } },
  });
  expect([listed, asked.map(called)]).toEqual([
    { ok: true, value: { models: [{ id: 'm' }] } },
    ['GET /v1/models?limit=1000', 'GET /v1/models?limit=20'],
  ]);
});

test('a litellm key that may not see the details still sees the names', async () => {
  const { listed } = await ask({
    type: 'litellm',
    reply: ({ path }) => (path === '/models' ? { json: openAi } : { status: 403, json: {} }),
  });
  expect(listed).toEqual({ ok: true, value: { models: tiny } });
});

test('an older lmstudio is asked in its older way', async () => {
  const old = {
    data: [
      { id: 'eyes', type: 'vlm', max_context_length: 4_096, loaded_context_length: 2_048 },
      { id: 'v', type: 'embeddings' },
    ],
  };
  const { listed } = await ask({ type: 'lmstudio', base: '/v1', reply: replying({ '/api/v0/models': old }) });
  expect(listed).toEqual({ ok: true, value: { models: [{ id: 'eyes', contextWindow: 2_048, vision: true }] } });
});

const OLD_LIST = 'The models listed before are kept.';

const FAILURES: readonly (readonly [string, JsonReply, string])[] = [
  ['a failing server', { status: 503, json: {} }, 'it answered with HTTP 503'],
  ['a web page', { text: '<html>' }, 'its answer is not JSON'],
  ['a broken connection', 'drop', 'it could not be reached (ECONNRESET)'],
];

test.each(FAILURES)('%s is said, and the old list kept', async (_, reply, why) => {
  const { listed } = await ask({ type: 'openai', key: 'sk-secret-key', reply: () => reply });
  expect(listed).toEqual({
    ok: false,
    error: {
      code: 'provider_unreachable',
      message: `box did not list its models: ${why}.`,
      hint: 'Check providers.box.base_url and whether the server runs, then run steiner models refresh.',
      safe: OLD_LIST,
    },
  });
});

test('a refused key names where the key comes from', async () => {
  const { listed } = await ask({ type: 'openai', key: 'sk-secret-key', reply: () => ({ status: 401, json: {} }) });
  expect(listed).toEqual({
    ok: false,
    error: {
      code: 'provider_auth',
      message: 'box did not list its models: it answered with HTTP 401.',
      hint: 'Check providers.box.api_key_env or providers.box.api_key in the configuration.',
      safe: OLD_LIST,
    },
  });
});

test('a server that says nothing is given up after five seconds', async () => {
  const clock = new ManualClock();
  const server = await startJsonServer(() => {
    setImmediate(() => void clock.advance(5_000));
    return 'hang';
  });
  const endpoint = { name: 'box', type: 'openai', baseUrl: server.url, headers: {}, timeout: 1_000 } as const;
  const listed = await listModels(endpoint, { clock, fetch: createHttpFetch() });
  await server.close();
  expect(listed.ok ? '' : listed.error.message).toBe('box did not list its models: no answer came in time.');
});
