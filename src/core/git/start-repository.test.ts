import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openGit } from './git.ts';
import { describeRepository } from './repository.ts';
import { startRepository } from './start-repository.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-start-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

it('commits everything in the folder, with an author of its own', async () => {
  await writeFile(join(folder, 'a.txt'), 'a');
  await startRepository(folder, 'First commit');
  const git = await openGit(folder);
  const log = await git.log();
  expect([log.total, log.latest?.message, log.latest?.author_name]).toEqual([1, 'First commit', 'Steiner sample']);
  expect((await git.status()).isClean()).toBe(true);
  expect(await describeRepository(folder)).toMatchObject({ git: true, branch: 'main' });
});
