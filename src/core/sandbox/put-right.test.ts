import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';

let rig: SandboxRig;
afterEach(() => rig.close());

test('where the folder of a link of git is gone, all else that a command left is put right', async () => {
  rig = await createSandboxRig();
  const { project, run, sandbox } = rig;
  mkdirSync(join(project, '.git', 'logs', 'kept'), { recursive: true });
  symlinkSync('elsewhere', join(project, '.git', 'logs', 'kept', 'link'));
  const left = 'rm -r .git/logs; git init -q fresh; mkdir -p fresh/.git/hooks; echo "#!/bin/sh" > fresh/.git/hooks/pre-commit';
  const decision = await sandbox.decide({ id: 'session', root: project });
  expect(await run(`${left}; echo done`)).toMatchObject({ stdout: 'done\n' });
  const hooks = join('fresh', '.git', 'hooks', 'pre-commit');
  expect(sandbox.settle(decision)).toContain(join(project, hooks));
  expect(existsSync(join(project, hooks))).toBe(false);
});
