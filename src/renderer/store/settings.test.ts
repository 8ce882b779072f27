import { expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import type { SettingsReport, SettingsWrite } from '../../shared/settings-report.ts';
import type { Client } from '../bridge/client.ts';
import { settingsHandlers } from '../testing/settings-fixture.ts';
import { createCore } from './core.ts';
import { settingsCommands } from './settings.ts';

const CHANGES: SettingsWrite['changes'] = [{ key: 'limits.max_turns', value: 60 }];

/** A host whose settings are a file with a stamp; each write leaves another. */
async function setup() {
  const disk = { stamp: 'a0' };
  const stamps: (string | undefined)[] = [];
  const report = (): SettingsReport => {
    const read = settingsHandlers()['settings.read']();
    return { ...read, user: { ...read.user, stamp: disk.stamp } };
  };
  const write = ({ stamp }: SettingsWrite) => {
    stamps.push(stamp ?? '');
    if (stamp !== disk.stamp) return { state: 'changed', report: report() };
    disk.stamp = `a${stamps.length}`;
    return { state: 'written', report: report() };
  };
  const request: Client['request'] = async (name, input) =>
    ok(name === 'settings.write' ? write(input as SettingsWrite) : report()) as never;
  const core = createCore({ request } as Client);
  const commands = settingsCommands(core);
  await commands.loadSettings();
  return { disk, stamps, core, commands };
}

test('a change that is made while the one before is on its way is written over what that one left', async () => {
  const { stamps, core, commands } = await setup();
  const written = await Promise.all([commands.writeSettings(CHANGES), commands.loadSettings(), commands.writeSettings(CHANGES)]);
  expect([written, stamps, core.get().settings.overtaken]).toEqual([[true, undefined, true], ['a0', 'a1'], false]);
});

test('changes to a file that somebody else wrote since it was read are all refused', async () => {
  const { disk, stamps, core, commands } = await setup();
  disk.stamp = 'theirs';
  const written = await Promise.all([commands.writeSettings(CHANGES), commands.writeSettings(CHANGES)]);
  expect([written, stamps, core.get().settings.overtaken]).toEqual([[false, false], ['a0', 'a0'], true]);
  expect(await commands.writeSettings(CHANGES)).toBe(true);
});

test('what was refused is told until what the file says is shown again, and nothing else goes with it', async () => {
  const { core, commands } = await setup();
  const told = ['limits.max_turns', 'limits.max_tokens'].map((key) => ({ file: 'config.yml', key, message: 'Must be a number' }));
  core.update(({ settings }) => ({ settings: { ...settings, refused: told } }));
  commands.typeSetting('user limits.max_turns', { text: '40', refused: false });
  expect(core.get().settings.refused).toEqual(told);
  commands.typeSetting('user limits.max_turns', undefined);
  expect(core.get().settings).toMatchObject({ typed: {}, refused: [told[1]] });
});

test('so is one that was made before the file was read anew', async () => {
  const { disk, commands } = await setup();
  disk.stamp = 'theirs';
  expect(await Promise.all([commands.loadSettings(), commands.writeSettings(CHANGES)])).toEqual([undefined, false]);
});
