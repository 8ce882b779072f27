import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(() => rig?.close());

const WAYS = [
  ['in the sandbox', true],
  ['without one', false],
] as const;

async function blockedRig(enabled: boolean): Promise<ToolRig> {
  rig = await createToolRig({ config: { sandbox: { enabled }, paths: { blocked_paths: ['data', 'deep/secretdir', 'later'] } } });
  const { project, write } = rig;
  await write('project/real/s.txt', 'needle\n');
  await write('project/deep/secretdir/s.txt', 'needle\n');
  await write('project/open.txt', 'needle\n');
  await symlink('real', join(project, 'data'));
  return rig;
}

test.each(WAYS)('what is blocked is refused by each of its names, %s', async (_, enabled) => {
  const { call } = await blockedRig(enabled);
  for (const path of ['data/s.txt', 'real/s.txt', 'data', 'deep/secretdir/s.txt', 'later/x', './deep/../real/s.txt']) {
    const { text } = await call('read', { path });
    expect(text).toBe(`${path} cannot be used: it is in \`paths.blocked_paths\`.`);
  }
  const written = await call('mutate', { operations: [{ type: 'create', path: 'later/x', content: '' }] });
  expect(written).toMatchObject({ isError: true, detail: { error: 'policy_denied' } });
});

test.each(WAYS)('searches leave out what is blocked, %s', async (_, enabled) => {
  const { call } = await blockedRig(enabled);
  expect((await call('grep', { pattern: 'needle', output_mode: 'files_with_matches' })).text).toBe('open.txt');
  expect((await call('glob', { pattern: '*.txt' })).text).toBe('open.txt');
  expect((await call('ls', { recursive: true })).text).toBe('open.txt');
  expect((await call('ls', {})).text).toBe('.steiner/\ndeep/\nopen.txt');
  expect((await call('ls', { path: 'deep' })).text).toBe('The folder is empty.');
});

test('commands neither read nor write what is blocked, nor move it to another name', async () => {
  const { call, project } = await blockedRig(true);
  const command = [
    'cat data/s.txt real/s.txt deep/secretdir/s.txt',
    'echo x > real/new; echo x > deep/secretdir/new',
    'mv real other; mv deep other; mv deep/secretdir other',
    'rm data; ln -s open.txt data',
  ].join('\n');
  const { text } = await call('bash', { command });
  expect(text).not.toContain('needle');
  expect((await readdir(project)).sort()).toEqual(['.git', '.steiner', 'data', 'deep', 'open.txt', 'other', 'real']);
  expect(await readdir(join(project, 'other'))).toEqual([]);
  expect([await readdir(join(project, 'real')), await readdir(join(project, 'deep', 'secretdir'))]).toEqual([['s.txt'], ['s.txt']]);
  expect(await readlink(join(project, 'data'))).toBe('real');
  const again = await call('bash', { command: `cat ${project}/real/s.txt data/s.txt` });
  expect(again.text).not.toContain('needle');
  expect(again.text).toContain('what `paths.blocked_paths` names');
});

test('what does not exist yet is blocked as soon as it does', async () => {
  const { call, project } = await blockedRig(true);
  expect((await call('bash', { command: 'mkdir later && echo needle > later/s.txt' })).isError).toBe(false);
  expect((await call('bash', { command: 'cat later/s.txt' })).text).not.toContain('needle');
  expect(await readFile(join(project, 'later', 's.txt'), 'utf8')).toBe('needle\n');
});

test('git and plans are closed too where they are blocked', async () => {
  rig = await createToolRig({ config: { paths: { blocked_paths: ['.git', '.steiner/plans'] } } });
  const { call, project } = rig;
  await mkdir(join(project, '.steiner', 'plans'), { recursive: true });
  await writeFile(join(project, '.steiner', 'plans', 'a.md'), 'needle\n');
  expect((await call('bash', { command: 'ls -A .git .steiner/plans; git status' })).text).not.toMatch(/HEAD|a\.md|hooks/);
  rig.mode = 'plan';
  expect((await call('bash', { command: 'ls -A .git .steiner/plans; echo x > .steiner/plans/a.md' })).text).not.toMatch(
    /HEAD|a\.md$|hooks/m,
  );
  expect(await readFile(join(project, '.steiner', 'plans', 'a.md'), 'utf8')).toBe('needle\n');
});
