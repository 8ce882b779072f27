import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeTempFolder, sweepTempFolders } from './temp-folder.ts';

let base = '';
afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));

/** The pid of a process that is gone. */
const gone = () => spawnSync('true').pid;

test('of the folders that a killed process left, those of living and of unseen processes stay', async () => {
  base = await mkdtemp(join(tmpdir(), 'steiner-sweep-'));
  const mine = basename(await makeTempFolder('index', base));
  const [, , space = ''] = mine.split('-');
  const left = `steiner-net-${space}-${gone()}-abc`;
  const unseen = `steiner-index-1${space}-${gone()}-abc`;
  const file = `steiner-claude-${space}-${gone()}-file`;
  const others = [`steiner-index-${gone()}`, 'notes'];
  for (const name of [left, unseen, ...others]) await mkdir(join(base, name));
  await writeFile(join(base, left, 'index'), 'bytes');
  await writeFile(join(base, file), 'nothing of ours');
  await sweepTempFolders(base);
  expect((await readdir(base)).sort()).toEqual([mine, unseen, file, ...others].sort());
});

test('a place that cannot be read is left', async () => {
  await expect(sweepTempFolders('/nowhere/at/all')).resolves.toBeUndefined();
});
