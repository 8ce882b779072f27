import { expect, test } from 'vitest';
import { configSchema } from '../config/schema.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import type { RecordedRequest } from '../testing/model-script.ts';
import { startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, userMessage } from '../testing/provider-rig.ts';
import { createModels } from './models.ts';
import type { ModelRequest } from './provider.ts';

interface Asked {
  readonly provider: object;
  readonly id?: string;
  readonly definition?: object;
  readonly request?: Partial<ModelRequest>;
}

/** The one request that a model of that configuration makes. */
async function requestOf({ provider, id = 'tiny', definition = {}, request = {} }: Asked): Promise<RecordedRequest> {
  const server = await startModelServer([{ text: 'ok' }]);
  const config = configSchema.parse({
    providers: { box: { base_url: server.url, ...provider } },
    models: { definitions: { it: { provider: 'box', id, ...definition } } },
  });
  const environment = { vars: { KEY: 'sk-key' }, home: '/home/ann', platform: 'linux' as const };
  const models = createModels(config, { clock: createSystemClock(), ids: countingIds(), fetch: createHttpFetch(), environment });
  const model = await models.resolve('it');
  if (!model.ok) throw new Error(model.error.message);
  await collect(model.value.stream(modelRequest([userMessage('hi')], request)));
  await server.close();
  return server.request(0);
}

const keyed = (type: string) => ({ type, api_key_env: 'KEY' });

test.each([
  ['anthropic', keyed('anthropic'), '/v1/messages', { 'x-api-key': 'sk-key' }],
  ['openai', keyed('openai'), '/v1/chat/completions', { authorization: 'Bearer sk-key' }],
  ['openai_compat', keyed('openai_compat'), '/v1/chat/completions', { authorization: 'Bearer sk-key' }],
  ['openai_compat without a key', { type: 'openai_compat' }, '/v1/chat/completions', {}],
  ['openrouter', keyed('openrouter'), '/v1/chat/completions', { authorization: 'Bearer sk-key' }],
  ['ollama', keyed('ollama'), '/v1/chat/completions', {}],
  ['lmstudio', { type: 'lmstudio' }, '/v1/chat/completions', {}],
  ['litellm', keyed('litellm'), '/v1/chat/completions', { authorization: 'Bearer sk-key' }],
  ['opencode_go', keyed('opencode_go'), '/v1/chat/completions', { authorization: 'Bearer sk-key', 'x-opencode-session': 'key' }],
  ['opencode_zen', keyed('opencode_zen'), '/v1/chat/completions', { authorization: 'Bearer sk-key', 'x-opencode-session': 'key' }],
])('%s is asked at its address with its own authentication', async (_, provider, path, expected) => {
  const request = await requestOf({ provider });
  const own = Object.entries(request.headers).filter(([name]) => /auth|key|opencode|parent/.test(name));
  expect([request.path, Object.fromEntries(own)]).toEqual([path, expected]);
});

test.each([
  ['openai', 'gpt-5.1', 'auto', '/v1/chat/completions'],
  ['openai', 'gpt-5.1-codex-mini', 'auto', '/v1/responses'],
  ['openai', 'o3-pro', 'auto', '/v1/responses'],
  ['openai', 'gpt-5.1', 'openai_responses', '/v1/responses'],
  ['opencode_zen', 'claude-opus-4-5', 'auto', '/v1/messages'],
  ['opencode_zen', 'gpt-5.1', 'auto', '/v1/responses'],
  ['opencode_zen', 'glm-4.6', 'auto', '/v1/chat/completions'],
  ['opencode_go', 'minimax-m2', 'auto', '/v1/messages'],
  ['openai_compat', 'claude-opus-4-5', 'auto', '/v1/chat/completions'],
  ['openai_compat', 'claude-opus-4-5', 'anthropic', '/v1/messages'],
  ['anthropic', 'claude-opus-4-5', 'openai_compat', '/v1/chat/completions'],
] as const)('%s serves %s (transport %s) at %s', async (type, id, transport, path) => {
  const request = await requestOf({ provider: keyed(type), id, definition: { advanced: { transport } } });
  expect(request.path).toBe(path);
});

test('a child names its parent to OpenCode and to nobody else', async () => {
  const request = { cacheKey: 'parent-a1', parent: 'parent' };
  const [zen, other] = [
    await requestOf({ provider: keyed('opencode_zen'), request }),
    await requestOf({ provider: keyed('litellm'), request }),
  ];
  const sent = ({ headers }: RecordedRequest) => [headers['x-opencode-session'], headers['x-parent-session-id']];
  expect([sent(zen), sent(other)]).toEqual([
    ['parent-a1', 'parent'],
    [undefined, undefined],
  ]);
});

test.each([
  ['gpt-5.1', '24h'],
  ['gpt-5-codex', '24h'],
  ['gpt-4.1-2025-04-14', '24h'],
  ['gpt-4o', undefined],
  ['gpt-5-mini', undefined],
])('OpenAI keeps the cache of %s for: %s', async (id, retention) => {
  const { body } = await requestOf({ provider: keyed('openai'), id });
  expect([body.prompt_cache_key, body.prompt_cache_retention]).toEqual(['key', retention]);
});

test('effort, output limit and prompt suffix reach the request, and params have the last word', async () => {
  const definition = { prompt_suffix: '/think', advanced: { limits: { max_output_tokens: 700 }, reasoning: { effort: 'high' } } };
  const { body: compat } = await requestOf({ provider: keyed('litellm'), definition });
  const { body: openai } = await requestOf({
    provider: keyed('openai'),
    definition: { ...definition, params: { reasoning_effort: 'low' } },
  });
  expect([compat, openai]).toEqual([
    expect.objectContaining({
      reasoning_effort: 'high',
      max_tokens: 700,
      messages: expect.arrayContaining([{ role: 'user', content: 'hi\n/think' }]),
    }),
    expect.objectContaining({ reasoning_effort: 'low', max_completion_tokens: 700 }),
  ]);
});

test('an effort that the model is not said to know is a fault of the configuration', () => {
  const reasoning = { effort: 'huge', supported_efforts: ['low', 'high'] };
  const parsed = configSchema.safeParse({ models: { definitions: { it: { provider: 'demo', id: 'x', advanced: { reasoning } } } } });
  expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['models.definitions.it.advanced.reasoning.effort', 'must be one of supported_efforts'],
  ]);
});
