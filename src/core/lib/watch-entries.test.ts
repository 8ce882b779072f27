import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { watchEntries } from './watch-entries.ts';

let workspace: TempWorkspace;
beforeEach(async () => {
  workspace = await createTempWorkspace();
});
afterEach(() => workspace.remove());

it('what comes and goes in a folder is noticed, also where the folder was not there', async () => {
  const folder = join(workspace.path, 'not', 'there');
  const seen = vi.fn();
  const stop = watchEntries(folder, seen, 1);
  await vi.waitFor(async () => {
    await rm(join(folder, 'entry'), { recursive: true, force: true, maxRetries: 10 });
    await mkdir(join(folder, 'entry'));
    expect(seen).toHaveBeenCalled();
  });
  stop();
});

it('a folder that cannot be made is left', async () => {
  await writeFile(join(workspace.path, 'file'), '');
  expect(() => watchEntries(join(workspace.path, 'file', 'below'), () => {})()).not.toThrow();
});
