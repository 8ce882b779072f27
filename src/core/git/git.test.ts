import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTempWorkspace, type TempWorkspace } from '../testing/temp-workspace.ts';
import { openGit } from './git.ts';
import { describeRepository } from './repository.ts';

let workspace: TempWorkspace;

beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'a.txt': 'a' } });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await workspace.remove();
});

test('git variables of this process do not lead it to another repository', async () => {
  vi.stubEnv('GIT_DIR', '/nowhere');
  vi.stubEnv('GIT_WORK_TREE', '/nowhere');
  const git = await openGit(workspace.path);
  expect(await git.raw(['rev-parse', '--show-toplevel'])).toBe(workspace.path);
});

test('a file system monitor that the repository names is not started', async () => {
  const [monitor, started] = [join(workspace.path, 'monitor'), join(workspace.path, 'started')];
  await workspace.write({ monitor: `#!/bin/sh\ntouch '${started}'\n` });
  await chmod(monitor, 0o755);
  await workspace.git('config', 'core.fsmonitor', monitor);
  const git = await openGit(workspace.path);
  await git.raw(['status', '--porcelain']);
  const withOurs = existsSync(started);
  await workspace.git('status', '--porcelain');
  expect({ withOurs, withPlainGit: existsSync(started) }).toEqual({ withOurs: false, withPlainGit: true });
});

test('a repository in the reftable format is described by asking git', async (context) => {
  const made = await workspace.git('init', '--quiet', '--ref-format=reftable', '--initial-branch', 'side', 'other').catch(() => undefined);
  if (made === undefined) return context.skip('this git does not know the format');
  expect((await describeRepository(join(workspace.path, 'other'))).branch).toBe('side');
});
