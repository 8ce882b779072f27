import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';
import { locateRipgrep } from '../tools/ripgrep.ts';

let rig: SandboxRig;
beforeEach(async () => {
  rig = await createSandboxRig();
});
afterEach(() => rig.close());

/** What ripgrep finds of `canary` when it follows every link, which it is never told to do: as if links were put there while it searches. */
async function found(cwd: string, hidden: readonly string[] = [], shown: readonly string[] = []): Promise<readonly string[]> {
  const decision = await rig.sandbox.decide({ id: 'session', root: rig.project });
  const command = await locateRipgrep();
  const args = ['--follow', '--hidden', '--no-config', '--no-require-git', '--files-with-matches', 'canary', '.'];
  const plain = { command, args, cwd, env: {}, owner: 'session', label: 'search' };
  const child = await rig.ports.processes.spawn(rig.sandbox.search(decision, plain, { hidden, shown }));
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), child.exited]);
  return output.split('\n').filter(Boolean).sort();
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux('a search that follows links finds nothing outside its folder', async () => {
  await rig.write('project/inside', 'canary');
  await rig.write('outside/secret', 'canary');
  for (const [name, target] of [
    ['link', join(rig.base, 'outside')],
    ['up', '../outside'],
    ['file', '/etc/passwd'],
    ['proc', '/proc/self/root'],
    ['within', 'inside'],
  ])
    await symlink(target ?? '', join(rig.project, name ?? ''));
  expect(await found(rig.project)).toEqual(['./inside', './within']);
});

onLinux('what is hidden is hidden in its folder too', async () => {
  await rig.write('project/inside', 'canary');
  await rig.write('project/keys/key', 'canary');
  await rig.write('project/key', 'canary');
  await symlink('keys', join(rig.project, 'link'));
  expect(await found(rig.project, [join(rig.project, 'keys'), join(rig.project, 'key')])).toEqual(['./inside']);
});

onLinux('ignore files around the folder count', async () => {
  await rig.write('project/a.log', 'canary');
  await rig.write('project/b', 'canary');
  const rules = await rig.write('.gitignore', '*.log\n');
  expect([await found(rig.project), await found(rig.project, [], [rules])]).toEqual([['./a.log', './b'], ['./b']]);
});

onLinux('a folder outside the project is seen alone, and one in the project with the project', async () => {
  await rig.write('project/sub/a', 'canary');
  await rig.write('project/b', 'canary');
  await rig.write('outside/c', 'canary');
  await symlink('../b', join(rig.project, 'sub', 'link'));
  await symlink(join(rig.project, 'b'), join(rig.base, 'outside', 'link'));
  expect([await found(join(rig.project, 'sub')), await found(join(rig.base, 'outside'))]).toEqual([['./a', './link'], ['./c']]);
});
