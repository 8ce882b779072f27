import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sshOverlay } from './ssh-overlay.ts';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'steiner-ssh-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(base, { recursive: true, force: true, maxRetries: 10 });
});

test('settings are copied with their plain includes; patterns and what is missing are left out', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  const source = join(base, 'ssh_config.d');
  await mkdir(source);
  await writeFile(join(base, 'policy'), 'Ciphers a\n');
  await writeFile(join(source, '10.conf'), `Host *\nInclude ${base}/policy\nInclude ${base}/*.more\nInclude /missing\nPort 22\n`);
  await writeFile(join(source, 'note.txt'), '');
  const target = join(base, 'copies');
  expect(await sshOverlay(target, source)).toEqual([{ source: target, target: source }]);
  expect(await readFile(join(target, '10.conf'), 'utf8')).toBe('Host *\nCiphers a\n\n\n\nPort 22\n');
});

test('root sees its own files, so nothing is overlaid; nor where there are no settings', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  expect(await sshOverlay(join(base, 'copies'), base)).toEqual([]);
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  expect(await sshOverlay(join(base, 'copies'), join(base, 'missing'))).toEqual([]);
});
