import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandomIds } from './ids.ts';
import { acquireLock } from './lock-file.ts';
import { type LockFault, lockedOr } from './with-lock.ts';

const ids = createRandomIds();
let folder = '';
let slept = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-with-lock-'));
  slept = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: async (milliseconds: number) => {
    slept += milliseconds;
  },
};

function run(step: () => Promise<string>, { path = join(folder, 'lock'), ...rest }: { path?: string; patience?: number } = {}) {
  return lockedOr<string | LockFault>({ path, clock, ids, ...rest }, step, (fault) => fault);
}

test('a step runs under the lock, which is free again when it is done', async () => {
  expect(await run(async () => String(await readdir(folder)))).toBe('lock');
  expect(await readdir(folder)).toEqual([]);
});

test('a lock that another keeps is waited for as long as is said, else ten seconds; then nothing is done', async () => {
  const path = join(folder, 'lock');
  await acquireLock(path, ids);
  const busy = (waited: number) => ({
    reason: `process ${process.pid} has held the lock for too long`,
    busy: { holder: process.pid, waited },
  });
  const step = async () => 'done';
  expect([await run(step, { patience: 50 }), slept]).toEqual([busy(50), 50]);
  expect([await run(step), slept]).toEqual([busy(10_000), 10_050]);
});

test('a lock that cannot be made, and a step that meets the file system, are told by their errno', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await run(async () => 'done', { path: join(folder, 'file', 'lock') })).toEqual({ reason: 'EEXIST' });
  expect(await run(() => readdir(join(folder, 'missing')).then(String))).toEqual({ reason: 'ENOENT' });
});

test('any other failure of a step is thrown, and leaves no lock', async () => {
  await expect(run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect(await readdir(folder)).toEqual([]);
});
