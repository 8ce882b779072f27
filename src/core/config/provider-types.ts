import type { ProviderKind } from '../../shared/provider-check.ts';

/** The API that is spoken. The registry in `providers` has one entry each. */
export type WireName = 'chat_completions' | 'messages' | 'responses' | 'claude_cli';

/** How a provider type is reached. */
export interface ProviderType {
  /** For models that `wires` does not name. */
  readonly wire: WireName;
  /** Families of model ids that are served over another wire than the rest; the first that matches counts. */
  readonly wires?: readonly (readonly [RegExp, WireName])[];
  /** Whether the catalogue may say for a single model that it is served over another wire. */
  readonly mixed?: boolean;
  /** Absent: the config must give a `base_url`. */
  readonly baseUrl?: string;
  /** `required`: asking without an API key is refused before anything is sent. `sign_in`: an account of the person takes the place of a key. */
  readonly key: 'required' | 'optional' | 'none' | 'sign_in';
}

/** Every value of `providers.<name>.type`. A new type on a known wire is one line here. */
export const PROVIDER_TYPES = {
  anthropic: { wire: 'messages', baseUrl: 'https://api.anthropic.com', key: 'required' },
  openai: {
    wire: 'chat_completions',
    wires: [[/codex|^(o\d|gpt-[\d.]+)-pro\b|deep-research/, 'responses']],
    baseUrl: 'https://api.openai.com/v1',
    key: 'required',
  },
  codex: { wire: 'responses', baseUrl: 'https://chatgpt.com/backend-api/codex', key: 'sign_in' },
  claude_subscription: { wire: 'claude_cli', baseUrl: 'https://claude.ai', key: 'sign_in' },
  openai_compat: { wire: 'chat_completions', key: 'optional' },
  openrouter: { wire: 'chat_completions', baseUrl: 'https://openrouter.ai/api/v1', key: 'required' },
  ollama: { wire: 'chat_completions', baseUrl: 'http://localhost:11434/v1', key: 'none' },
  lmstudio: { wire: 'chat_completions', baseUrl: 'http://127.0.0.1:1234/v1', key: 'optional' },
  litellm: { wire: 'chat_completions', key: 'optional' },
  opencode_go: {
    wire: 'chat_completions',
    wires: [[/^(qwen|minimax)/, 'messages']],
    mixed: true,
    baseUrl: 'https://opencode.ai/zen/go/v1',
    key: 'required',
  },
  opencode_zen: {
    wire: 'chat_completions',
    wires: [
      [/^(claude|qwen)/, 'messages'],
      [/^gpt-/, 'responses'],
    ],
    mixed: true,
    baseUrl: 'https://opencode.ai/zen/v1',
    key: 'required',
  },
} as const satisfies Record<string, ProviderType>;

export type ProviderTypeName = keyof typeof PROVIDER_TYPES;

export const PROVIDER_TYPE_NAMES = Object.keys(PROVIDER_TYPES) as [ProviderTypeName, ...ProviderTypeName[]];

export function providerType(name: ProviderTypeName): ProviderType {
  return PROVIDER_TYPES[name];
}

/** What a person has to give for each type. */
export function providerKinds(): readonly ProviderKind[] {
  return PROVIDER_TYPE_NAMES.map((type) => {
    const { baseUrl, key } = providerType(type);
    return { type, key, ...(baseUrl === undefined ? {} : { baseUrl }) };
  });
}

/** Every value of `advanced.transport`. */
export const TRANSPORTS = ['auto', 'openai_compat', 'openai_responses', 'anthropic'] as const;

/** The wire of a model: that of its account, else what the configuration says, else what its provider type does with such ids. */
export function wireOf(name: ProviderTypeName, model: string, transport: (typeof TRANSPORTS)[number]): WireName {
  const own = providerType(name);
  if (own.key === 'sign_in') return own.wire;
  switch (transport) {
    case 'openai_compat':
      return 'chat_completions';
    case 'openai_responses':
      return 'responses';
    case 'anthropic':
      return 'messages';
    case 'auto': {
      return own.wires?.find(([family]) => family.test(model))?.[1] ?? own.wire;
    }
  }
}
