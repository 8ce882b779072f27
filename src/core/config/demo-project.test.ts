import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDemo } from './demo-project.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steiner-demo-'));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 10 }));

async function sample(): Promise<string> {
  await mkdir(join(root, 'from', 'src'), { recursive: true });
  await mkdir(join(root, 'from', '.steiner'));
  await writeFile(join(root, 'from', 'src', 'a.js'), 'export {};\n');
  return join(root, 'from');
}

test('the sample is copied without what a run left behind', async () => {
  const to = join(root, 'deep', 'to');
  await copyDemo(await sample(), to);
  expect([await readFile(join(to, 'src', 'a.js'), 'utf8'), existsSync(join(to, '.steiner'))]).toEqual(['export {};\n', false]);
});

test('nothing that is already there is written over', async () => {
  const from = await sample();
  const to = join(root, 'to');
  await copyDemo(from, to);
  await writeFile(join(to, 'src', 'a.js'), 'mine');
  const failure = await copyDemo(from, to).catch((error: NodeJS.ErrnoException) => error.code);
  expect([failure, await readFile(join(to, 'src', 'a.js'), 'utf8')]).toEqual(['ERR_FS_CP_EEXIST', 'mine']);
});
