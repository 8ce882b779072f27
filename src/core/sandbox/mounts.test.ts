import { expect, test } from 'vitest';
import { everywhere, parseMounts } from './mounts.ts';

const TABLE = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
30 27 8:2 / /home rw,relatime - ext4 /dev/sda2 rw
31 27 8:2 /u/.ssh /project/keys rw,relatime - ext4 /dev/sda2 rw
32 27 8:2 /u/.ssh/id /project/one\\040key rw,relatime - ext4 /dev/sda2 rw
33 27 8:2 /u /mirror rw,relatime - ext4 /dev/sda2 rw
34 27 8:1 /srv /again rw,relatime - ext4 /dev/sda1 rw
`;

test('a secret is one under every name that mounts give it', () => {
  const mounts = parseMounts(TABLE);
  expect(everywhere(['/home/u/.ssh', '/srv/keys', '/proc/keys', '/missing'], mounts)).toEqual([
    ...['/home/u/.ssh', '/project/keys', '/project/one key', '/mirror/.ssh'],
    ...['/srv/keys', '/again/keys', '/proc/keys', '/missing'],
  ]);
});

test('of mounts over the same path the last counts, and one in the secret itself adds nothing', () => {
  const stacked = parseMounts(
    `${TABLE}35 30 8:3 / /home/u rw - ext4 x rw\n36 35 8:3 /.ssh/sub /home/u/.ssh/sub rw - ext4 x rw\n37 27 8:3 / /disk rw - ext4 x rw\n`,
  );
  expect(everywhere(['/home/u/.ssh'], stacked)).toEqual(['/home/u/.ssh', '/disk/.ssh']);
});

test('without a table there are no other names', () => {
  expect(everywhere(['/a'], [])).toEqual(['/a']);
});
