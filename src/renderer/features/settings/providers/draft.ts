import type { ProviderDraft, ProviderKind } from '../../../../shared/provider-check.ts';
import { settingKey } from '../../../../shared/setting-key.ts';
import type { SettingsWrite } from '../../../../shared/settings-report.ts';
import type { NewProvider } from '../../../store/settings-state.ts';
import { secretFromText } from '../controls/values.ts';

/** Suggested names of variables, as the providers' own tools call them. */
const VARIABLES: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  openrouter: 'OPENROUTER_API_KEY',
  opencode_go: 'OPENCODE_API_KEY',
  opencode_zen: 'OPENCODE_API_KEY',
};

export function emptyDraft(type: string, taken: readonly string[]): NewProvider {
  let name = type;
  for (let number = 2; taken.includes(name); number += 1) name = `${type}_${number}`;
  return { type, name, address: '', keyFrom: 'key', secret: '', variable: VARIABLES[type] ?? '' };
}

/** Why it cannot be asked yet. */
export function missingIn(draft: NewProvider, kind: ProviderKind | undefined, taken: readonly string[]): string | undefined {
  if (draft.name.trim() === '') return 'Give it a name.';
  if (taken.includes(draft.name.trim())) return 'Another provider has this name.';
  if (kind?.baseUrl === undefined && draft.address.trim() === '') return 'Give the address of the server.';
  if (kind?.key === 'required' && keyOf(draft) === undefined) return 'Give its key, or the variable that holds it.';
  return undefined;
}

function keyOf(draft: NewProvider): object | undefined {
  if (draft.keyFrom === 'key') return draft.secret.trim() === '' ? undefined : { api_key: secretFromText(draft.secret) };
  return draft.variable.trim() === '' ? undefined : { api_key_env: draft.variable.trim() };
}

function entryOf(draft: NewProvider, kind: ProviderKind | undefined): Record<string, string> {
  const address = draft.address.trim();
  return { type: draft.type, ...(address === '' ? {} : { base_url: address }), ...(kind?.key === 'none' ? {} : keyOf(draft)) };
}

export function questionOf(draft: NewProvider, kind: ProviderKind | undefined): ProviderDraft {
  return { name: draft.name.trim(), ...entryOf(draft, kind) } as ProviderDraft;
}

/** The provider, and the model that new sessions use when one was chosen. */
export function changesOf(draft: NewProvider, kind: ProviderKind | undefined, model: string): SettingsWrite['changes'] {
  const name = draft.name.trim();
  const provider = { key: `providers.${settingKey([name])}`, value: entryOf(draft, kind) };
  const chosen = { key: 'models.profiles.default.default_model', value: `${name}/${model}` };
  return model === '' ? [provider] : [provider, chosen];
}
