import { expect, test } from 'vitest';
import type { SettingsReport, WrittenSetting } from '../../../../shared/settings-report.ts';
import { freeName, keyState } from './key-state.ts';

function stateOf(settings: Readonly<Record<string, string>>, names: readonly string[] = []) {
  const written = Object.entries(settings).map(([key, value]): WrittenSetting => ({ key, value, line: 1 }));
  const user = { settings: written } as unknown as SettingsReport['user'];
  const report = { user } as unknown as SettingsReport;
  return keyState({ report, file: user, refused: [] }, 'cloud', { kind: 'Secret Service', names });
}

test.each([
  [{}, { from: 'nowhere' }],
  [
    { 'providers.cloud.api_key_env': 'KEY', 'providers.cloud.api_key': '(set)' },
    { from: 'variable', name: 'KEY' },
  ],
  [{ 'providers.cloud.api_key': '(set)' }, { from: 'file' }],
  [{ 'providers.cloud.api_key': '$' + '{KEY}' }, { from: 'variable', name: '$' + '{KEY}' }],
  [{ 'providers.cloud.api_key': 'keychain:work' }, { from: 'keychain', name: 'work', present: false, shared: false }],
  [
    { 'providers.cloud.api_key': 'keychain:here', 'providers.other.api_key': 'keychain:here' },
    { from: 'keychain', name: 'here', present: true, shared: true },
  ],
])('of %j the key is %j', (settings, expected) => {
  expect(stateOf(settings, ['here'])).toEqual(expected);
});

test('a name is one that a keychain takes and no other key has', () => {
  expect([freeName('my cloud', []), freeName('cloud', ['cloud', 'cloud-2']), freeName('…', [])]).toEqual([
    'my-cloud',
    'cloud-3',
    'provider',
  ]);
});
