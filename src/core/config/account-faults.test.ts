import { expect, test } from 'vitest';
import { crossFaults } from './cross-faults.ts';
import { KEY_NAME_RULE } from './keychain-reference.ts';
import { configSchema } from './schema.ts';

test('keys of the keychain are named properly, and accounts take no key', () => {
  const config = configSchema.parse({
    providers: {
      a: { type: 'openai', api_key: 'keychain:../x' },
      b: { type: 'codex', api_key: 'sk-1' },
      c: { type: 'openai', api_key: 'keychain:work' },
      d: { type: 'codex' },
    },
  });
  expect(crossFaults(config)).toEqual([
    { path: ['providers', 'a', 'api_key'], message: `must be keychain: and the name of a key (${KEY_NAME_RULE}).` },
    { path: ['providers', 'b'], message: 'type codex takes no API key; sign in to the account instead.' },
  ]);
});
