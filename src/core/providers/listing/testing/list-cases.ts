import type { ProviderTypeName } from '../../../config/provider-types.ts';
import type { ListedModel } from '../listed-model.ts';

/** A server of one provider type, how it is asked, and what its list comes to. */
export interface ListCase {
  /** How `base_url` ends. */
  readonly base: string;
  readonly key?: string;
  /** What the server has at each address. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly asked: readonly string[];
  readonly authentication: Readonly<Record<string, string>>;
  readonly models: readonly ListedModel[];
}

const bearer = { authorization: 'Bearer sk-key' };
export const openAi = { data: [{ id: 'tiny' }, { id: 'text-embedding-3' }, { id: 'gpt-image-1' }] };
export const tiny: readonly ListedModel[] = [{ id: 'tiny' }];

/** One for each type that has a server, with answers in the published form. */
export const LIST_CASES: Readonly<Record<Exclude<ProviderTypeName, 'claude_subscription'>, ListCase>> = {
  openai: {
    base: '/v1',
    key: 'sk-key',
    answers: { '/v1/models': openAi },
    asked: ['GET /v1/models'],
    authentication: bearer,
    models: tiny,
  },
  codex: {
    base: '/backend-api/codex',
    answers: {
      '/backend-api/codex/models?client_version=1.0.0': {
        models: [
          {
            slug: 'gpt-5.1-codex',
            display_name: 'GPT-5.1 Codex',
            visibility: 'list',
            context_window: 272_000,
            max_context_window: 400_000,
            supported_reasoning_levels: [{ effort: 'low' }, { effort: 'high' }],
          },
          { slug: 'inner', visibility: 'hide', context_window: 1_000 },
        ],
      },
    },
    asked: ['GET /backend-api/codex/models?client_version=1.0.0'],
    authentication: {},
    models: [{ id: 'gpt-5.1-codex', name: 'GPT-5.1 Codex', contextWindow: 272_000, maxContextWindow: 400_000, efforts: ['low', 'high'] }],
  },
  openai_compat: {
    base: '/v1',
    answers: {
      '/v1/models': {
        data: [
          { id: 'vllm', max_model_len: 40_960 },
          { id: 'groq', context_window: 131_072, max_completion_tokens: 8_192 },
          { id: 'eyes', max_context_length: 128_000, capabilities: { vision: true } },
          { id: '' },
          { id: 'odd', context_window: 'large' },
        ],
      },
    },
    asked: ['GET /v1/models'],
    authentication: {},
    models: [
      { id: 'eyes', contextWindow: 128_000, vision: true },
      { id: 'groq', contextWindow: 131_072, maxOutputTokens: 8_192 },
      { id: 'odd' },
      { id: 'vllm', contextWindow: 40_960 },
    ],
  },
  opencode_go: {
    base: '/zen/go/v1/',
    key: 'sk-key',
    answers: { '/zen/go/v1/models': openAi },
    asked: ['GET /zen/go/v1/models'],
    authentication: bearer,
    models: tiny,
  },
  opencode_zen: {
    base: '/zen/v1',
    key: 'sk-key',
    answers: { '/zen/v1/models': openAi },
    asked: ['GET /zen/v1/models'],
    authentication: bearer,
    models: tiny,
  },
  anthropic: {
    base: '',
    key: 'sk-key',
    answers: {
      '/v1/models?limit=1000': {
        data: [
          {
            id: 'claude-b',
            display_name: 'Claude B',
            max_input_tokens: 1_000_000,
            max_tokens: 128_000,
            capabilities: {
              image_input: { supported: true },
              effort: { supported: true, low: { supported: true }, high: { supported: true }, max: { supported: false } },
            },
          },
        ],
        has_more: true,
        last_id: 'claude-b',
      },
      '/v1/models?limit=1000&after_id=claude-b': {
        data: [{ id: 'claude-a', capabilities: { effort: { supported: false } } }],
        has_more: false,
        last_id: 'claude-a',
      },
    },
    asked: ['GET /v1/models?limit=1000', 'GET /v1/models?limit=1000&after_id=claude-b'],
    authentication: { 'x-api-key': 'sk-key', 'anthropic-version': '2023-06-01' },
    models: [
      { id: 'claude-a', efforts: [] },
      { id: 'claude-b', name: 'Claude B', contextWindow: 1_000_000, maxOutputTokens: 128_000, vision: true, efforts: ['low', 'high'] },
    ],
  },
  openrouter: {
    base: '/api/v1',
    key: 'sk-key',
    answers: {
      '/api/v1/models': {
        data: [
          {
            id: 'lab/large',
            name: 'Lab: Large',
            context_length: 262_144,
            architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
            pricing: { prompt: '0.0000003', completion: '0.0000012', input_cache_read: '0.00000003' },
            top_provider: { max_completion_tokens: 32_768 },
            supported_parameters: ['tools', 'reasoning'],
            reasoning: { supported_efforts: ['low', 'high'] },
          },
          { id: 'lab/paints', architecture: { input_modalities: ['text'], output_modalities: ['text', 'image'] } },
          {
            id: 'lab/plain',
            architecture: { input_modalities: ['text'], output_modalities: ['text'] },
            pricing: { prompt: '-1', completion: '-1' },
            supported_parameters: ['tools'],
          },
        ],
        links: { next: '/api/v1/models?offset=2' },
      },
      '/api/v1/models?offset=2': { data: [{ id: 'lab/second' }], links: { next: 'http://127.0.0.2/elsewhere' } },
    },
    asked: ['GET /api/v1/models', 'GET /api/v1/models?offset=2'],
    authentication: bearer,
    models: [
      {
        id: 'lab/large',
        name: 'Lab: Large',
        contextWindow: 262_144,
        maxOutputTokens: 32_768,
        vision: true,
        efforts: ['low', 'high'],
        price: { input: 0.3, output: 1.2, cacheRead: 0.03 },
      },
      { id: 'lab/plain', vision: false, efforts: [] },
      { id: 'lab/second' },
    ],
  },
  litellm: {
    base: '',
    key: 'sk-key',
    answers: {
      '/model/info': {
        data: [
          {
            model_name: 'team/claude',
            model_info: {
              mode: 'chat',
              max_input_tokens: 200_000,
              max_output_tokens: 64_000,
              supports_vision: true,
              supports_reasoning: false,
              input_cost_per_token: 0.000003,
              output_cost_per_token: 0.000015,
            },
          },
          { model_name: 'team/claude', model_info: { mode: 'chat', max_input_tokens: 1 } },
          { model_name: 'team/vectors', model_info: { mode: 'embedding' } },
        ],
      },
    },
    asked: ['GET /model/info'],
    authentication: bearer,
    models: [
      { id: 'team/claude', contextWindow: 200_000, maxOutputTokens: 64_000, vision: true, efforts: [], price: { input: 3, output: 15 } },
    ],
  },
  ollama: {
    base: '/v1',
    answers: {
      '/api/tags': { models: [{ name: 'qwen:8b', model: 'qwen:8b' }, { name: 'eyes' }, { name: 'vectors' }] },
      '/api/show qwen:8b': {
        capabilities: ['completion', 'tools', 'thinking'],
        model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
        parameters: 'temperature 0.6\nnum_ctx 16384',
      },
      '/api/show eyes': {
        capabilities: ['completion', 'vision'],
        model_info: { 'general.architecture': 'g', 'g.context_length': 131_072 },
      },
      '/api/show vectors': { capabilities: ['embedding'] },
    },
    asked: ['GET /api/tags', 'POST /api/show eyes', 'POST /api/show qwen:8b', 'POST /api/show vectors'],
    authentication: {},
    models: [
      { id: 'eyes', contextWindow: 131_072, vision: true, efforts: [] },
      { id: 'qwen:8b', contextWindow: 16_384, vision: false },
    ],
  },
  lmstudio: {
    base: '/v1',
    key: 'sk-key',
    answers: {
      '/api/v1/models': {
        models: [
          {
            type: 'llm',
            key: 'lab/small',
            display_name: 'Small',
            max_context_length: 131_072,
            loaded_instances: [{ config: { context_length: 8_192 } }],
          },
          { type: 'llm', key: 'lab/eyes', max_context_length: 65_536, capabilities: { vision: true } },
          { type: 'embedding', key: 'lab/vectors' },
        ],
      },
    },
    asked: ['GET /api/v1/models'],
    authentication: bearer,
    models: [
      { id: 'lab/eyes', contextWindow: 65_536, vision: true },
      { id: 'lab/small', name: 'Small', contextWindow: 8_192 },
    ],
  },
};
