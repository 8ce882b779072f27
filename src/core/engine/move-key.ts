import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { settingKey } from '../../shared/setting-key.ts';
import { SECRET_SET } from '../../shared/settings-report.ts';
import { isKeyName, keychainReference } from '../config/keychain-reference.ts';
import { loadConfig } from '../config/load.ts';
import type { Keychain, Ports } from '../lib/ports.ts';
import type { Settings } from './settings-api.ts';

export interface MoveKeyDeps {
  readonly ports: Pick<Ports, 'keychain' | 'paths' | 'environment'>;
  readonly settings: Pick<Settings, 'read' | 'write'>;
}

/** How many keys of one name are looked past. */
const MOST_NAMES = 20;

/**
 * Takes the key of a provider out of the person's own file into the keychain, and leaves its name there, which it gives. The key is in the keychain before
 * it leaves the file; where the file cannot be written, it is taken out of the keychain again.
 */
export async function moveKey({ ports, settings }: MoveKeyDeps, provider: string): Promise<Result<string, Problem>> {
  const { keychain, paths, environment } = ports;
  const report = await settings.read(undefined);
  if (!report.ok) return report;
  const key = `providers.${settingKey([provider])}.api_key`;
  const { stamp, settings: written } = report.value.user;
  const loaded = await loadConfig({ paths, environment });
  if (!loaded.ok) return loaded;
  const secret = loaded.value.config.providers[provider]?.api_key;
  if (secret === undefined || written.find((setting) => setting.key === key)?.value !== SECRET_SET)
    return refused(`There is no key of ${provider} in your file.`, 'Only a key that is written there itself can be moved.');
  const place = await freePlace(keychain, provider, secret);
  if (!place.ok) return place;
  const { name, isNew } = place.value;
  const kept = isNew ? await keychain.set(name, secret) : ok(null);
  if (!kept.ok) return kept;
  const changed = await settings.write(undefined, { scope: 'user', stamp, changes: [{ key, value: keychainReference(name) }] });
  if (changed.ok && changed.value.state === 'written') return ok(name);
  if (isNew) await keychain.delete(name);
  return changed.ok
    ? refused('The file could not be changed as it is now, so the key stayed in it.', 'Look at it, and try again.')
    : changed;
}

interface Place {
  readonly name: string;
  /** False when the same key is there already. */
  readonly isNew: boolean;
}

/** The provider's own name, unless another key has it. */
async function freePlace(keychain: Keychain, provider: string, secret: string): Promise<Result<Place, Problem>> {
  const base = isKeyName(provider) ? provider : 'provider';
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = number === 1 ? base : `${base.slice(0, 60)}-${number}`;
    const present = await keychain.get(name);
    if (!present.ok) return present;
    if (present.value === null || present.value === secret) return ok({ name, isNew: present.value === null });
  }
  return refused(`The keychain has too many keys called ${base}.`, 'Remove those that are not used.');
}

function refused(message: string, hint: string): Result<never, Problem> {
  return err({ code: 'bad_request', message, hint, safe: 'The key is where it was.' });
}
