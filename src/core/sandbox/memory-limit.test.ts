import { afterEach, expect, test } from 'vitest';
import { createSandboxRig, type RunOptions, type SandboxRig } from '../testing/sandbox-rig.ts';
import { limitedCommand } from './limits.ts';

let rig: SandboxRig | undefined;

afterEach(async () => {
  await rig?.sandbox.release('session');
  await rig?.close();
});

/** A shell that holds 400 MB in a variable. */
const HUNGRY = 'x=$(head -c 400000000 /dev/zero | tr "\\0" x); echo held';

test.each<NonNullable<RunOptions['way']>>(['new', 'prepared'])('a command that takes more memory than it may is ended: %s', async (way) => {
  rig = await createSandboxRig({ config: { sandbox: { max_memory_gb: 0.2 } } });
  const { code, stdout } = await rig.run(HUNGRY, { way });
  expect(stdout).toBe('');
  expect(code).not.toBe(0);
  expect(await rig.run('echo alive', { way })).toEqual({ code: 0, stdout: 'alive\n', stderr: '' });
});

test('without a control group the data of each process is bounded, and nothing when no bound is set', () => {
  const script = (memoryBytes?: number) =>
    limitedCommand({ processes: 20, fileBytes: 1024, ...(memoryBytes === undefined ? {} : { memoryBytes }) }, ['true'])[2];
  expect(script(1024 ** 3)).toContain('ulimit -d 1048576;');
  expect(script()).not.toContain('ulimit -d');
});
