import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig, type ToolRigOptions } from '../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(options?: ToolRigOptions): Promise<ToolRig> {
  rig = await createToolRig({ git: false, ...options });
  return rig;
}

test('the person gets the lines, the model only what was shown', async () => {
  const { call, write } = await makeRig();
  await write('project/a.txt', 'one\ntwo\nthree\n');
  expect(await call('display_file', { path: 'a.txt', offset: 2, limit: 1 })).toEqual({
    text: 'path a.txt\nstatus displayed\nmessage Lines 2-2 of 3 were shown.',
    isError: false,
    detail: { kind: 'shown', title: 'a.txt', text: 'two\n' },
  });
});

test('what was shown does not count as read', async () => {
  const { call, write } = await makeRig();
  await write('project/a.txt', 'one\n');
  await call('display_file', { path: 'a.txt' });
  const replace = { type: 'replace', path: 'a.txt', old_string: 'one', new_string: 'two' };
  expect((await call('mutate', { operations: [replace] })).text).toContain('it was not read in this session');
});

test('without a person it is unavailable, whether there is such a file or not', async () => {
  const { call } = await makeRig({ canDisplay: false });
  expect(await call('display_file', { path: 'a.txt' })).toEqual({
    text: 'path a.txt\nstatus unavailable\nmessage Nobody looks on in this run. To see the file yourself, use read.',
    isError: false,
  });
});

test('binary files, folders and wrong places are told apart', async () => {
  const { call, write } = await makeRig();
  await write('project/a.bin', Buffer.from([1, 0, 2]));
  expect((await call('display_file', { path: 'a.bin' })).detail).toEqual({ kind: 'shown', title: 'a.bin', text: 'a.bin: binary, 3 bytes' });
  expect((await call('display_file', { path: '.' })).text).toBe('. is not a file.');
  expect((await call('display_file', { path: 'b' })).text).toBe('b does not exist.');
  await write('project/c', 'x');
  expect((await call('display_file', { path: 'c', offset: 9 })).text).toBe('c has 1 lines; offset 9 is past the end.');
});
