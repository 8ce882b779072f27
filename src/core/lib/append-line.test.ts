import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendLine } from './append-line.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steiner-append-'));
});
afterEach(() => rm(folder, { recursive: true, maxRetries: 10 }));

test.each([
  ['a file and folder that are missing', undefined, 'new\n'],
  ['an empty file', '', 'new\n'],
  ['whole lines', 'one\n', 'one\nnew\n'],
  ['a line that was cut', 'one\ntw', 'one\ntw\nnew\n'],
])('after %s a line begins on its own', async (_case, before, after) => {
  const path = join(folder, 'sub', 'lines');
  if (before !== undefined) {
    await appendLine(path, 'gone');
    await writeFile(path, before);
  }
  await appendLine(path, 'new', { sync: true });
  expect(await readFile(path, 'utf8')).toBe(after);
});
