import { mkdir, symlink } from 'node:fs/promises';
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

test('a switch in the middle of a turn holds for the next call', async () => {
  const made = await planRig();
  made.mode = 'build';
  expect((await made.call('mutate', create('a.txt'))).isError).toBe(false);
  made.mode = 'plan';
  expect((await made.call('mutate', create('b.txt'))).isError).toBe(true);
});
