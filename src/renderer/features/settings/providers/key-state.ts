import type { KeyRing } from '../../../../shared/accounts.ts';
import { settingKey } from '../../../../shared/setting-key.ts';
import { SECRET_SET } from '../../../../shared/settings-report.ts';
import { isVariable, type Shown } from '../model.ts';

/** Where the key of a provider comes from, by the person's own file. */
export type KeyState =
  | { readonly from: 'nowhere' }
  | { readonly from: 'variable'; readonly name: string }
  | { readonly from: 'file' }
  /** `present` is false when the keychain says that it has no such entry; `shared` when another provider uses it too. */
  | { readonly from: 'keychain'; readonly name: string; readonly present: boolean; readonly shared: boolean };

const PREFIX = 'keychain:';

/** The setting that a provider's key stands in. */
export function keySetting(provider: string): string {
  return `providers.${settingKey([provider])}.api_key`;
}

export function keyState({ report }: Shown, provider: string, ring: KeyRing | undefined): KeyState {
  const written = (key: string) => report.user.settings.find((setting) => setting.key === key)?.value;
  const variable = written(`providers.${settingKey([provider])}.api_key_env`);
  if (typeof variable === 'string' && variable !== '') return { from: 'variable', name: variable };
  const key = written(keySetting(provider));
  if (typeof key !== 'string' || key === '') return { from: 'nowhere' };
  if (key === SECRET_SET) return { from: 'file' };
  if (key.startsWith(PREFIX)) {
    const name = key.slice(PREFIX.length);
    const users = report.user.settings.filter(({ value }) => value === key);
    return {
      from: 'keychain',
      name,
      present: ring?.problem !== undefined || (ring?.names.includes(name) ?? true),
      shared: users.length > 1,
    };
  }
  return isVariable(key) ? { from: 'variable', name: key } : { from: 'file' };
}

/** A name that no other key has. */
export function freeName(provider: string, names: readonly string[]): string {
  const base =
    provider
      .replaceAll(/[^A-Za-z0-9._-]/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 60) || 'provider';
  let name = base;
  for (let number = 2; names.includes(name); number += 1) name = `${base}-${number}`;
  return name;
}
