/** How a provider type is reached. `wire` names the protocol; the registry in `providers` has one entry per wire. */
export interface ProviderType {
  readonly wire: 'chat_completions';
  /** Absent: the config must give a `base_url`. */
  readonly baseUrl?: string;
  /** `required`: asking without an API key is refused before anything is sent. */
  readonly key: 'required' | 'optional' | 'none';
}

/** Every value of `providers.<name>.type`. A new type on a known wire is one line here. */
export const PROVIDER_TYPES = {
  openai: { wire: 'chat_completions', baseUrl: 'https://api.openai.com/v1', key: 'required' },
  openai_compat: { wire: 'chat_completions', key: 'optional' },
  openrouter: { wire: 'chat_completions', baseUrl: 'https://openrouter.ai/api/v1', key: 'required' },
  ollama: { wire: 'chat_completions', baseUrl: 'http://localhost:11434/v1', key: 'none' },
  lmstudio: { wire: 'chat_completions', baseUrl: 'http://127.0.0.1:1234/v1', key: 'optional' },
  litellm: { wire: 'chat_completions', key: 'optional' },
} as const satisfies Record<string, ProviderType>;

export type ProviderTypeName = keyof typeof PROVIDER_TYPES;

export const PROVIDER_TYPE_NAMES = Object.keys(PROVIDER_TYPES) as [ProviderTypeName, ...ProviderTypeName[]];

export function providerType(name: ProviderTypeName): ProviderType {
  return PROVIDER_TYPES[name];
}
