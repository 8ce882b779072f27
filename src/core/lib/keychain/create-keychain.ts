import type { Keychain } from '../ports.ts';
import type { ToolPorts } from '../run-tool.ts';
import { unavailable } from './keychain-problem.ts';
import { createMacKeychain } from './mac-keychain.ts';
import { createSecretService } from './secret-service.ts';

/** The keychain of this system; nothing is asked until it is used. Window and command line have the same. */
export function createKeychain(ports: ToolPorts): Keychain {
  switch (ports.environment.platform) {
    case 'linux':
      return createSecretService(ports);
    case 'darwin':
      return createMacKeychain(ports);
    default:
      return createNoKeychain();
  }
}

function createNoKeychain(): Keychain {
  const none = () => Promise.resolve(unavailable('none is known for this system', 'Name an environment variable in api_key_env.'));
  return { kind: undefined, get: none, set: none, delete: none, list: none };
}
