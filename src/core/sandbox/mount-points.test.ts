import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleNodeScript } from '../testing/node-script.ts';
import { locateRipgrep } from '../tools/ripgrep.ts';

/** Where the user may have namespaces of its own, and so mount something that nobody else sees. */
const NAMESPACES = ['--user', '--map-root-user', '--mount'];
const mayMount = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;

test.runIf(mayMount)('what is mounted in a project belongs to it, and a secret is one where it is mounted too', async () => {
  const folder = await mkdtemp('/var/tmp/steiner-mounts-');
  const { path } = await bundleNodeScript(new URL('./testing/mount-process.ts', import.meta.url).pathname, folder);
  const { stdout } = await promisify(execFile)('unshare', [...NAMESPACES, process.execPath, path, await locateRipgrep()]);
  await rm(folder, { recursive: true, maxRetries: 10 });
  expect(JSON.parse(stdout)).toEqual({
    judged: ['allowed', 'allowed'],
    secrets: ['refused', 'refused', 'refused'],
    command: 'outside\n',
    written: 'by a command\n',
    planned: expect.stringContaining('Read-only file system'),
    search: './mnt/note',
  });
});
