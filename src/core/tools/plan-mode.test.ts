import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig, type ToolRigOptions } from '../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(() => rig?.close());

async function planRig(options?: ToolRigOptions): Promise<ToolRig> {
  rig = await createToolRig(options);
  rig.mode = 'plan';
  return rig;
}

function create(path: string) {
  return { operations: [{ type: 'create', path, content: 'x' }] };
}

test('plan mode writes plans and audit reports and nothing else, without asking', async () => {
  const { call, project, asked } = await planRig();
  await mkdir(join(project, '.steiner', 'plans'), { recursive: true });
  const outcomes = [];
  for (const path of ['.steiner/plans/one.md', 'src.txt', '.steiner/notes.md', '/etc/steiner.txt']) {
    const { isError, detail } = await call('mutate', create(path));
    outcomes.push([path, isError, detail?.kind === 'error' ? detail.error : detail?.kind]);
  }
  expect(outcomes).toEqual([
    ['.steiner/plans/one.md', false, 'mutate'],
    ['src.txt', true, 'policy_denied'],
    ['.steiner/notes.md', true, 'policy_denied'],
    ['/etc/steiner.txt', true, 'policy_denied'],
  ]);
  expect(asked).toEqual([]);
});

test('a plan folder that is a link to the project opens nothing', async () => {
  const { call, project } = await planRig();
  await mkdir(join(project, '.steiner'), { recursive: true });
  await symlink(project, join(project, '.steiner', 'plans'));
  expect(await call('mutate', create('.steiner/plans/src.txt'))).toMatchObject({ isError: true, detail: { error: 'policy_denied' } });
});

test('in plan mode commands see the project read-only but for plans and reports, and build opens it again', async () => {
  const made = await planRig();
  await made.write('project/src.txt', 'one\n');
  const command = 'cat src.txt; echo two > src.txt; touch new.txt; mkdir -p .steiner/plans && echo plan > .steiner/plans/a.md; cat src.txt';
  const { text } = await made.call('bash', { command });
  expect(text).toContain('Read-only file system');
  const kept = async () => [await readdir(made.project), await readFile(join(made.project, 'src.txt'), 'utf8')];
  expect(await kept()).toEqual([['.git', '.steiner', 'src.txt'], 'one\n']);
  expect(await readFile(join(made.project, '.steiner', 'plans', 'a.md'), 'utf8')).toBe('plan\n');
  made.mode = 'build';
  await made.call('bash', { command: 'echo two > src.txt' });
  expect(await kept()).toEqual([['.git', '.steiner', 'src.txt'], 'two\n']);
  expect(made.asked).toEqual([]);
});

test('a switch in the middle of a turn holds for the next call', async () => {
  const made = await planRig();
  made.mode = 'build';
  expect((await made.call('mutate', create('a.txt'))).isError).toBe(false);
  made.mode = 'plan';
  expect((await made.call('mutate', create('b.txt'))).isError).toBe(true);
});
