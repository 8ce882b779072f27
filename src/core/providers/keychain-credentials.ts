import { err, ok } from '../../shared/result.ts';
import { keychainReference } from '../config/keychain-reference.ts';
import type { Keychain } from '../lib/ports.ts';
import type { Credentials, NoCredentials } from './credentials.ts';

/**
 * A key that lies in the keychain: requests are made with the reference in its place, and get the key as they go out.
 *
 * It is read once and kept in memory until a server refuses it, so that the keychain is not asked, or unlocked, for every request.
 */
export function keychainCredentials(provider: string, name: string, keychain: Keychain): Credentials {
  const reference = keychainReference(name);
  const sent = new Set<string>();
  let key: string | undefined;
  let asked: ReturnType<Keychain['get']> | undefined;
  const ask = () => {
    asked ??= keychain.get(name).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  return {
    async sign({ url, headers }) {
      if (key === undefined) {
        const found = await ask();
        if (!found.ok) return err({ problem: found.error, transient: false });
        if (found.value === null) return err(missing(provider, name));
        key = found.value;
        sent.add(key);
      }
      const secret = key;
      return ok({ url, headers: new Headers([...headers].map(([header, value]) => [header, value.replaceAll(reference, secret)])) });
    },
    async renew() {
      const refused = key;
      key = undefined;
      const found = await ask();
      return found.ok && found.value !== null && found.value !== refused;
    },
    secrets: () => [...sent],
  };
}

function missing(provider: string, name: string): NoCredentials {
  return {
    transient: false,
    problem: {
      code: 'provider_auth',
      message: `Provider ${provider} takes its API key from the keychain entry "${name}", and there is none.`,
      hint: `Run \`steiner keys set ${name}\`, or add it under Keys in the settings of the window.`,
      safe: 'Nothing was sent.',
    },
  };
}
