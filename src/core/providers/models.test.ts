import { expect, test } from 'vitest';
import { configSchema } from '../config/schema.ts';
import { createSystemClock } from '../lib/clock.ts';
import { createHttpFetch } from '../lib/http-fetch.ts';
import { startModelServer } from '../testing/model-server.ts';
import { collect, countingIds, modelRequest, userMessage } from '../testing/provider-rig.ts';
import { createModels } from './models.ts';
import { findTarget } from './references.ts';

function models(config: object, vars: Record<string, string> = {}) {
  const environment = { vars, home: '/home/ann', platform: 'linux' as const };
  return createModels(configSchema.parse(config), {
    clock: createSystemClock(),
    ids: countingIds(),
    fetch: createHttpFetch(),
    environment,
  });
}

const CONFIG = {
  providers: {
    box: { type: 'openai_compat', base_url: 'http://localhost:1/v1' },
    'box/deep': { type: 'ollama' },
    cloud: { type: 'openai', api_key_env: 'CLOUD_KEY' },
    bare: { type: 'openrouter' },
  },
  models: {
    definitions: { quick: { provider: 'box', id: 'org/tiny', advanced: { limits: { context_window: 8000, max_output_tokens: 500 } } } },
    profiles: { default: { default_model: 'quick' } },
  },
};

const SAFE = { safe: 'Nothing was started.' };

test.each([
  ['quick', { provider: 'box', id: 'org/tiny', contextWindow: 8000, maxOutputTokens: 500, scripted: false }],
  ['quick#high', { provider: 'box', id: 'org/tiny', contextWindow: 8000, maxOutputTokens: 500, scripted: false }],
  ['box/org/tiny', { provider: 'box', id: 'org/tiny', contextWindow: 32_768, scripted: false }],
  ['box/deep/tiny', { provider: 'box/deep', id: 'tiny', contextWindow: 32_768, scripted: false }],
  ['demo/fix-the-test', { provider: 'demo', id: 'fix-the-test', scripted: true }],
])('%s is found', async (ref, info) => {
  const model = await models(CONFIG).resolve(ref);
  expect(model.ok && model.value.info).toMatchObject(info);
});

test.each([
  ['deep', 'high'],
  ['deep#low', 'low'],
  ['deep#default', undefined],
])('the effort that %s sends', (ref, effort) => {
  const deep = { provider: 'box', id: 'deep', advanced: { reasoning: { effort: 'high' } } };
  const config = configSchema.parse({ ...CONFIG, models: { ...CONFIG.models, definitions: { deep } } });
  expect(findTarget(ref, config)?.advanced.reasoning.effort).toBe(effort);
});

test('the same reference gives the same model, so that connections are used again', async () => {
  const all = models(CONFIG);
  const [first, second] = [await all.resolve('quick'), await all.resolve('quick')];
  expect(first.ok && second.ok && first.value === second.value).toBe(true);
});

test.each([
  ['qick', ' Did you mean quick?'],
  ['demo/other', ''],
  ['box/', ' Did you mean box/…?'],
  ['something', ''],
])('%s is not found, and the choices are named', async (ref, near) => {
  expect(await models(CONFIG).resolve(ref)).toEqual({
    ok: false,
    error: {
      code: 'model_not_found',
      message: `There is no model "${ref}".${near}`,
      hint: 'Use an alias from models.definitions or provider/model-id. Configured: quick, box/…, box/deep/…, cloud/…, bare/…, demo/fix-the-test.',
      ...SAFE,
    },
  });
});

test('without a default model the problem says how to get one', () => {
  expect(models({}).defaultRef()).toEqual({
    ok: false,
    error: {
      code: 'no_model',
      message: 'No model is configured.',
      hint: 'Set `models.profiles.default.default_model` in `config.yaml`, set `STEINER_MODEL`, or try the scripted `demo/fix-the-test`.',
      ...SAFE,
    },
  });
  expect(models(CONFIG).defaultRef()).toEqual({ ok: true, value: 'quick' });
});

test('a key that is needed and missing names where it should be', () => {
  const all = models(CONFIG);
  expect([all.check('cloud/gpt'), all.check('bare/x')]).toEqual([
    {
      ok: false,
      error: {
        code: 'provider_auth',
        message: 'Provider cloud (openai) takes its API key from the environment variable CLOUD_KEY, which is not set.',
        hint: 'Set CLOUD_KEY before starting, or name another variable in providers.cloud.api_key_env.',
        safe: 'Nothing was sent.',
      },
    },
    {
      ok: false,
      error: {
        code: 'provider_auth',
        message: 'Provider bare (openrouter) needs an API key and has none.',
        hint: 'Name the variable that holds the key in providers.bare.api_key_env, or one of the keychain as api_key: keychain:NAME.',
        safe: 'Nothing was sent.',
      },
    },
  ]);
});

test('the choices are the default, the aliases and the script', async () => {
  const quick = { ref: 'quick', provider: 'box', id: 'org/tiny', alias: true, contextWindow: 8000, scripted: false };
  const demo = { ref: 'demo/fix-the-test', provider: 'demo', id: 'fix-the-test', scripted: true };
  const all = models(CONFIG);
  expect([await all.list(), await all.list('box/other'), await models({}).list()]).toEqual([
    [
      { ...quick, default: true },
      { ...demo, default: false },
    ],
    [
      { ref: 'box/other', provider: 'box', id: 'other', scripted: false, default: true },
      { ...quick, default: false },
      { ...demo, default: false },
    ],
    [{ ...demo, default: false }],
  ]);
});

test('a resolved model asks its server, with the key of its variable and its params', async () => {
  const server = await startModelServer([{ text: 'ok' }]);
  const config = {
    providers: { box: { type: 'lmstudio', base_url: server.url, api_key_env: 'BOX_KEY', api_key: 'unused' } },
    models: { definitions: { quick: { provider: 'box', id: 'tiny', params: { top_p: 1, seed: 1 }, extra_params: { seed: 2 } } } },
  };
  const model = await models(config, { BOX_KEY: 'sk-box\n' }).resolve('quick');
  const events = model.ok ? await collect(model.value.stream(modelRequest([userMessage('hi')]))) : [];
  await server.close();
  const { headers, body } = await server.request(0);
  expect([events.at(-1)?.type, headers.authorization, body.top_p, body.seed]).toEqual(['end', 'Bearer sk-box', 1, 2]);
});
