import type { ProviderTypeName } from '../../config/provider-types.ts';

/** What the catalogue calls the seller behind a provider type. */
const SELLERS: Partial<Record<ProviderTypeName, string>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  codex: 'openai',
  openrouter: 'openrouter',
  opencode_go: 'opencode-go',
  opencode_zen: 'opencode',
};

/** Under which names a provider's models may be found: that of its type, else its own name in the configuration. */
export function sellersOf(provider: string, type: ProviderTypeName): readonly string[] {
  const known = SELLERS[type];
  return known === undefined ? [provider] : [known];
}
