import { expect, test } from 'vitest';
import { modelDefinitionSchema } from '../../config/schema.ts';
import { createCatalogue } from './catalogue.ts';
import { fromModelsDev } from './models-dev.ts';
import { resolveFacts } from './resolve-facts.ts';

const catalogue = createCatalogue({
  from: 'test',
  date: '2026-11-20',
  providers: {
    openai: {
      'gpt-5.1': { context: 400_000, output: 128_000, vision: true, efforts: ['low', 'high'], wire: 'responses', price: [1, 10, 0.1, 0] },
    },
    opencode: { 'glm-5': { context: 200_000, vision: false, efforts: [], wire: 'messages' } },
    lab: {
      'lab/shared': {
        context: 64_000,
        output: 8_000,
        vision: true,
        efforts: ['low', 'high'],
        echo: true,
        wire: 'messages',
        price: [1, 2, 0, 0],
      },
    },
    shop: { Shared: { context: 32_000, vision: false, efforts: ['high'] } },
  },
});

const definition = (given: object) => modelDefinitionSchema.parse({ provider: 'box', id: 'm', ...given });

test('the configuration goes before the list, the list before the catalogue', () => {
  const advanced = { limits: { context_window: 1_000 }, reasoning_echo_back: true, transport: 'openai_compat' };
  const facts = resolveFacts({
    definition: definition({ id: 'gpt-5.1', price: { input: 5, output: 6 }, advanced }),
    type: 'openai',
    listed: { id: 'gpt-5.1', contextWindow: 2_000, maxOutputTokens: 300, price: { input: 7, output: 8 } },
    catalogue,
  });
  expect(facts).toEqual({
    contextWindow: { value: 1_000, source: 'config', confidence: 'high' },
    maxOutputTokens: { value: 300, source: 'listing', confidence: 'high' },
    vision: { value: true, source: 'catalogue', confidence: 'high' },
    efforts: { value: ['low', 'high'], source: 'catalogue', confidence: 'high' },
    echoBack: { value: true, source: 'config', confidence: 'high' },
    transport: { value: 'chat_completions', source: 'config', confidence: 'high' },
    price: { value: { input: 5, output: 6 }, source: 'config', confidence: 'high' },
  });
});

test.each([
  [true, { contextWindow: 272_000, maxContextWindow: 400_000 }, 400_000],
  [false, { contextWindow: 272_000, maxContextWindow: 400_000 }, 272_000],
  [true, { contextWindow: 272_000 }, 272_000],
])('the largest window of a Codex account counts where the definition asks for it (%s) and the list says one', (wanted, sizes, value) => {
  const facts = resolveFacts({
    definition: definition({ advanced: { codex: { use_max_context_window: wanted } } }),
    type: 'codex',
    listed: { id: 'm', ...sizes },
    catalogue,
  });
  expect(facts.contextWindow).toEqual({ value, source: 'listing', confidence: 'high' });
});

test('a model that nobody knows gets a small window and nothing else', () => {
  expect(resolveFacts({ definition: definition({}), type: 'openai_compat', catalogue })).toEqual({
    contextWindow: {
      value: 32_768,
      source: 'default',
      confidence: 'low',
      note: 'Nobody says how large it is, so a small one is assumed.',
    },
    maxOutputTokens: { confidence: 'low', note: 'No limit is sent.' },
    vision: { confidence: 'low' },
    efforts: { confidence: 'low' },
    echoBack: { value: false, source: 'default', confidence: 'high' },
    transport: { value: 'chat_completions', source: 'provider', confidence: 'high', note: 'What openai_compat speaks.' },
    price: { confidence: 'low' },
  });
});

test('a server of anybody’s models gets what all sellers agree on, never a transport or a price', () => {
  const { contextWindow, maxOutputTokens, vision, efforts, echoBack, transport, price } = resolveFacts({
    definition: definition({ id: 'org/SHARED' }),
    type: 'litellm',
    catalogue,
  });
  expect([contextWindow, maxOutputTokens, vision, efforts, echoBack].map(({ value, confidence }) => [value, confidence])).toEqual([
    [32_000, 'low'],
    [8_000, 'low'],
    [false, 'low'],
    [['high'], 'low'],
    [false, 'low'],
  ]);
  expect([transport.source, price.value]).toEqual(['provider', undefined]);
});

test('a provider that is named as a seller of the catalogue has that seller’s models', () => {
  const { contextWindow } = resolveFacts({
    definition: definition({ provider: 'lab', id: 'lab/shared' }),
    type: 'openai_compat',
    catalogue,
  });
  expect(contextWindow).toEqual({ value: 64_000, source: 'catalogue', confidence: 'high' });
});

test('only a provider of several transports takes the catalogue’s word for one', () => {
  const transportOf = (type: 'openai' | 'opencode_zen', id: string) =>
    resolveFacts({ definition: definition({ id }), type, catalogue }).transport;
  expect([transportOf('openai', 'gpt-5.1').value, transportOf('opencode_zen', 'glm-5')]).toEqual([
    'chat_completions',
    { value: 'messages', source: 'catalogue', confidence: 'high' },
  ]);
});

test('a family that always took an effort is guessed to take one', () => {
  const { efforts } = resolveFacts({ definition: definition({ id: 'o3-next' }), type: 'openai_compat', catalogue: undefined });
  expect(efforts).toEqual({ value: ['minimal', 'low', 'medium', 'high'], source: 'family', confidence: 'low' });
});

test('vision is what the configuration says, and null says nothing', () => {
  const visionOf = (vision: boolean | null) =>
    resolveFacts({ definition: definition({ id: 'gpt-5.1', vision }), type: 'openai', catalogue }).vision;
  expect([visionOf(false), visionOf(null)]).toEqual([
    { value: false, source: 'config', confidence: 'high' },
    { value: true, source: 'catalogue', confidence: 'high' },
  ]);
});

test('the public catalogue is read into the same form', () => {
  const json = {
    openai: {
      models: {
        'gpt-5.1': {
          reasoning: true,
          reasoning_options: [{ type: 'effort', values: ['none', 'low'] }],
          limit: { context: 400_000, output: 128_000 },
          modalities: { input: ['text', 'image'], output: ['text'] },
          cost: { input: 1.25, output: 10, cache_read: 0.125 },
        },
      },
    },
    zen: {
      models: { m: { reasoning: false, provider: { npm: '@ai-sdk/anthropic' }, interleaved: { field: 'reasoning_content' }, limit: {} } },
    },
    empty: { models: {} },
  };
  expect(fromModelsDev(json, { from: 'host', date: '2026-11-30' })).toEqual({
    from: 'host',
    date: '2026-11-30',
    providers: {
      openai: {
        'gpt-5.1': { context: 400_000, output: 128_000, vision: true, efforts: ['none', 'low'], price: [1.25, 10, 0.125, 0] },
      },
      zen: { m: { efforts: [], echo: true, wire: 'messages' } },
    },
  });
  expect(fromModelsDev({ message: 'not here' }, { from: 'host', date: '2026-11-30' })).toBeUndefined();
});
