import { execFile } from 'node:child_process';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleNodeScript } from '../testing/node-script.ts';
import { writeAtomic } from './atomic-file.ts';

const WRITER = fileURLToPath(new URL('testing/atomic-write-process.ts', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomic-file-'));
});

afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** Runs the writer where files may grow to 64 KiB: the write that meets the limit is cut short, as on a disk that becomes full. */
async function writeUnderLimit(path: string, size: number): Promise<string> {
  await bundleNodeScript(WRITER, join(folder, 'bundle'));
  const line = ['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath, join(folder, 'bundle', 'script.mjs'), path, String(size)];
  return (await promisify(execFile)('bash', line)).stdout.trim();
}

test('a write that only a part fits into fails and leaves the file as it was', async () => {
  const path = join(folder, 'file', 'it');
  await writeAtomic(path, 'old');
  expect(await writeUnderLimit(path, 100_000)).toBe('EFBIG');
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(join(folder, 'file'))).toEqual(['it']);
});

test('a new file has the mode that is asked for, whatever the old one had', async () => {
  const path = join(folder, 'it');
  await writeFile(path, 'old');
  await chmod(path, 0o755);
  await writeAtomic(path, 'new', { mode: 0o640 });
  expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['new', 0o640]);
});

test('through a link the file behind it is replaced', async () => {
  const path = join(folder, 'it');
  await writeFile(path, 'old');
  await symlink('it', join(folder, 'link'));
  await writeAtomic(join(folder, 'link'), 'new');
  expect([await readFile(path, 'utf8'), (await lstat(join(folder, 'link'))).isSymbolicLink()]).toEqual(['new', true]);
});
