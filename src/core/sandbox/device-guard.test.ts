import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type RunOptions, type SandboxRig } from '../testing/sandbox-rig.ts';
import { deviceGuard } from './device-guard.ts';

let rig: SandboxRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const WAYS: readonly NonNullable<RunOptions['way']>[] = ['new', 'started', 'prepared'];
const NETWORKS = ['host', 'off', 'allowlist'] as const;

/** Into the mode and owner that it has already. */
const CHANGE = `for node in null zero full random urandom tty; do
  chmod "$(stat -c %a /dev/$node)" /dev/$node && echo "mode of $node"
  chown "$(stat -c %u:%g /dev/$node)" /dev/$node && echo "owner of $node"
done; echo x > /dev/null && echo written`;

test.each(NETWORKS.flatMap((network) => WAYS.map((way) => [network, way] as const)))(
  'no command changes mode or owner of a device, and each can be written: network %s, %s',
  async (network, way) => {
    rig = await createSandboxRig({ config: { sandbox: { network } } });
    const { stdout, stderr } = await rig.run(CHANGE, { way });
    expect(stdout).toBe('written\n');
    expect(stderr.match(/Read-only file system|Operation not permitted|Invalid argument/g)).toHaveLength(12);
  },
);

test.each([
  ['an ordinary user', { isRoot: false }],
  ['root without a place for its table', { isRoot: true, mayMount: true }],
])('there is no guard for %s', async (_, traits) => {
  const folder = await mkdtemp(join(tmpdir(), 'steiner-test-'));
  await rm(folder, { recursive: true });
  expect(await deviceGuard(folder, { masks: [], leaked: [], ...traits })).toBeUndefined();
});
