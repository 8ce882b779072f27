import type { KeyRing } from '../../shared/accounts.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import { isKeyName, KEY_NAME_RULE } from '../config/keychain-reference.ts';
import type { Keychain } from '../lib/ports.ts';

/** The API keys in the keychain of the operating system; the configuration names them as `keychain:<name>`. No answer ever holds a key. */
export interface Keys {
  list(): Promise<KeyRing>;
  set(name: string, key: string): Promise<Result<null, Problem>>;
  /** False when there was none. */
  delete(name: string): Promise<Result<boolean, Problem>>;
  /** Takes the key of a provider out of the person's own file into the keychain, and leaves its name there, which it gives. */
  move(provider: string): Promise<Result<string, Problem>>;
}

export function createKeys(keychain: Keychain): Omit<Keys, 'move'> {
  return {
    async list() {
      const kind = keychain.kind === undefined ? {} : { kind: keychain.kind };
      const names = await keychain.list();
      return names.ok ? { ...kind, names: names.value } : { ...kind, names: [], problem: names.error };
    },
    set(name, key) {
      const secret = key.trim();
      if (!isKeyName(name)) return refused(`"${name}" cannot be the name of a key.`, `Use ${KEY_NAME_RULE}.`);
      if (secret === '') return refused('There is no key.', 'Give the key itself; nothing was stored.');
      if (!/^[\x21-\x7e]+$/.test(secret))
        return refused('This is no key: it has a space or a sign that no key has.', 'Copy it again, whole.');
      return keychain.set(name, secret);
    },
    delete: (name) => keychain.delete(name),
  };
}

function refused(message: string, hint: string): Promise<Result<never, Problem>> {
  return Promise.resolve(err({ code: 'bad_request', message, hint, safe: 'No key was changed.' }));
}
