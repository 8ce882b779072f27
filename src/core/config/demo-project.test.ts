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
afterEach(() => rm(root, { recursive: true }));

async function sample(): Promise<string> {
  await mkdir(join(root, 'from', 'src'), { recursive: true });
  await mkdir(join(root, 'from', '.steiner'));
  await writeFile(join(root, 'from', 'src', 'a.js'), 'export {};\n');
  return join(root, 'from');
}

test('the sample is copied without what a run left behind', async () => {
  const to = join(root, 'deep', 'to');
  expect(await copyDemo(await sample(), to)).toEqual({ ok: true, value: null });
  expect([await readFile(join(to, 'src', 'a.js'), 'utf8'), existsSync(join(to, '.steiner'))]).toEqual(['export {};\n', false]);
});

test('a place that cannot hold it is a problem, not an exception', async () => {
  const from = await sample();
  const to = join(from, 'src', 'a.js', 'to');
  expect(await copyDemo(from, to)).toEqual({
    ok: false,
    error: {
      code: 'state_unwritable',
      message: `The sample project could not be copied to ${to}.`,
      hint: 'Check that there is space and that the folder can be written, then open the sample again.',
      safe: 'Your own projects were not touched.',
      detail: expect.any(String),
    },
  });
});
