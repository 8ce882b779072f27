import { chmod, lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';
import { createMutate } from './mutate.ts';
import { diskWriter, type FileWriter } from './mutate-commit.ts';
import type { Tool } from './tool.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(files: Readonly<Record<string, string | Buffer>> = {}, tools?: readonly Tool[]): Promise<ToolRig> {
  rig = await createToolRig(tools ? { tools } : {});
  for (const [name, content] of Object.entries(files)) await rig.write(join(rig.project, name), content);
  return rig;
}

function mutate(...operations: readonly object[]) {
  return rig?.call('mutate', { operations });
}

/** A replace that needs no earlier read. */
async function replace(path: string, oldString: string, newString: string, more = {}) {
  await rig?.call('read', { path });
  return { type: 'replace', path, old_string: oldString, new_string: newString, ...more };
}

async function contents(...names: readonly string[]) {
  return Promise.all(names.map((name) => readFile(join(rig?.project ?? '', name), 'utf8').catch(() => undefined)));
}

test('all kinds of change in one call, each seeing the ones before', async () => {
  const { call } = await makeRig({ 'a.ts': 'one\ntwo\nthree\n', 'old.ts': 'x\n', gone: 'y\n' });
  await call('read', { path: 'a.ts' });
  const outcome = await mutate(
    { type: 'replace', path: 'a.ts', old_string: 'two', new_string: '2' },
    { type: 'replace', path: 'a.ts', old_string: '2\nthree', new_string: '2\n3' },
    { type: 'create', path: 'new.ts', content: 'n\n' },
    { type: 'move', from: 'old.ts', to: 'moved.ts' },
    { type: 'delete_file', path: 'gone' },
    { type: 'write', path: 'empty', content: '' },
  );
  expect(await contents('a.ts', 'new.ts', 'old.ts', 'moved.ts', 'gone', 'empty')).toEqual([
    'one\n2\n3\n',
    'n\n',
    undefined,
    'x\n',
    undefined,
    '',
  ]);
  expect(outcome?.text.replace(/[0-9a-f]{8}/g, 'HASH').split('\n')).toEqual([
    'operations_applied 6',
    'modified a.ts (file_hash HASH)',
    'created new.ts (file_hash HASH)',
    'moved old.ts to moved.ts (file_hash HASH)',
    'deleted gone',
    'created empty (file_hash HASH)',
  ]);
  expect(outcome?.detail).toEqual({
    kind: 'mutate',
    changes: [
      { path: 'a.ts', change: 'modified', added: 2, removed: 2, patch: '@@ -1,3 +1,3 @@\n one\n-two\n-three\n+2\n+3\n' },
      { path: 'new.ts', change: 'created', added: 1, removed: 0, patch: '@@ -0,0 +1,1 @@\n+n\n' },
      { path: 'moved.ts', change: 'moved', movedFrom: 'old.ts', added: 0, removed: 0, patch: '' },
      { path: 'gone', change: 'deleted', added: 0, removed: 1, patch: '@@ -1,1 +0,0 @@\n-y\n' },
      { path: 'empty', change: 'created', added: 0, removed: 0, patch: '' },
    ],
  });
});

test('when one operation fails none is done, and all failures are told', async () => {
  await makeRig({ a: 'one\n', b: 'x\nx\n' });
  const outcome = await mutate(
    { type: 'create', path: 'c', content: '' },
    { type: 'create', path: 'a', content: '' },
    await replace('a', 'missing', ''),
    await replace('b', 'x', 'y'),
    { type: 'move', from: 'nothing', to: 'd' },
  );
  expect(outcome?.text.split('\n')).toEqual([
    'Nothing was changed: 4 of 5 operations failed.',
    '1. create c: could be done; rolled back',
    '2. create a: it exists already; use write to overwrite it, or replace',
    '3. replace a: old_string was not found, and no line of it is in the file; read the file again (probably because an earlier operation on this file failed)',
    '4. replace b: old_string occurs 2 times, at lines 1, 2; add lines around it, or set replace_all',
    '5. move nothing to d: it does not exist',
  ]);
  expect(await contents('a', 'b', 'c')).toEqual(['one\n', 'x\nx\n', undefined]);
});

test('a miss says what differs', async () => {
  await makeRig({ a: 'if (x) {\n\t\tcall();\n}\nconst long = call(1);\n' });
  const indent = await mutate(await replace('a', 'if (x) {\n    call();\n}', ''));
  expect(indent?.text).toContain('lines 1-3 differ only in white space:\n    line 2 is indented by 2 tabs, old_string by 4 spaces');
  const near = await mutate(await replace('a', 'const long = call(1);\nother', ''));
  expect(near?.text).toContain('lines like "const long = call(1);" are at\n    line 4: const long = call(1);');
});

test('replace needs the file to have been read, or its hash', async () => {
  const { call } = await makeRig({ a: 'one\n' });
  const operation = { type: 'replace', path: 'a', old_string: 'one', new_string: 'two' };
  expect((await mutate(operation))?.text).toContain('it was not read in this session');
  expect((await mutate({ ...operation, file_hash: '00000000' }))?.text).toContain('it has changed: its file_hash is ');
  const hash = /file_hash ([0-9a-f]{8})/.exec((await call('grep', { pattern: 'one' })).text)?.[1];
  expect((await mutate({ ...operation, file_hash: hash }))?.isError).toBe(false);
  expect((await mutate({ ...operation, old_string: 'two', new_string: 'three' }))?.isError).toBe(false);
});

test('the hash is compared with the file as it was when the call began', async () => {
  const { call } = await makeRig({ a: 'one\n' });
  const hash = /file_hash ([0-9a-f]{8})/.exec((await call('read', { path: 'a' })).text)?.[1];
  const first = { type: 'replace', path: 'a', old_string: 'one', new_string: 'two', file_hash: hash };
  const outcome = await mutate(first, { ...first, old_string: 'two', new_string: 'three' }, { type: 'create', path: 'b', content: '' });
  expect([outcome?.isError, await contents('a')]).toEqual([false, ['three\n']]);
});

test('assertions are checked on the result before anything is written', async () => {
  await makeRig({ a: 'one\n' });
  const outcome = await mutate(await replace('a', 'one', 'two', { assert_present: ['three'], assert_absent: ['two'] }));
  expect(outcome?.text).toContain('assert_present failed: "three" is not in the result; assert_absent failed: "two" is in the result');
  expect(await contents('a')).toEqual(['one\n']);
});

test('every occurrence is replaced on request, and counted', async () => {
  await makeRig({ a: 'x x\nx' });
  const outcome = await mutate(await replace('a', 'x', '$&', { replace_all: true }));
  expect(outcome?.text.split('\n').at(-1)).toBe('replaced 3 matches in a');
  expect(await contents('a')).toEqual(['$& $&\n$&']);
});

test('line ends, byte order mark, missing final newline and mode are kept', async () => {
  const { project } = await makeRig({ a: '\ufeffone\r\ntwo\r\nend' });
  await chmod(join(project, 'a'), 0o750);
  await mutate(await replace('a', 'one\ntwo', '1\n2\n3'));
  expect(await contents('a')).toEqual(['\ufeff1\r\n2\r\n3\r\nend']);
  await mutate({ type: 'create', path: 'new', content: '' }, { type: 'move', from: 'a', to: 'b' });
  const modes = await Promise.all(['b', 'new'].map(async (name) => (await lstat(join(project, name))).mode & 0o777));
  expect(modes).toEqual([0o750, 0o666 & ~process.umask()]);
});

test('in a file of mixed line ends text is taken byte for byte', async () => {
  await makeRig({ a: 'one\r\ntwo\n' });
  expect((await mutate(await replace('a', 'one\ntwo', '')))?.isError).toBe(true);
  expect((await mutate(await replace('a', 'one\r\ntwo', '1\n2')))?.isError).toBe(false);
  expect(await contents('a')).toEqual(['1\n2\n']);
});

test.each([
  [{ type: 'create', path: 'no/such/a', content: '' }, 'the folder no/such does not exist; make it with bash first'],
  [{ type: 'write', path: 'dir', content: '' }, 'it is a folder'],
  [{ type: 'delete_file', path: 'dir' }, 'it is a folder'],
  [{ type: 'move', from: 'bin', to: 'text' }, 'text exists already; move never overwrites'],
  [{ type: 'write', path: 'bin', content: '' }, 'it is a binary file'],
  [{ type: 'replace', path: 'bin', old_string: 'a', new_string: 'b', file_hash: '9f64a747' }, 'file_hash'],
  [{ type: 'replace', path: 'text', old_string: '', new_string: 'b', file_hash: 'cf4b1d2b' }, 'file_hash'],
])('refused: %j', async (operation, reason) => {
  const { project } = await makeRig({ bin: Buffer.from([0, 1, 2]), text: 'x' });
  await mkdir(join(project, 'dir'));
  expect((await mutate(operation))?.text).toContain(reason);
});

test('bytes that are not UTF-8 are never rewritten, but can be moved', async () => {
  const bytes = Buffer.from([0x61, 0xff, 0x0a]);
  const { project } = await makeRig({ latin: bytes });
  expect((await mutate(await replace('latin', 'a', 'b')))?.text).toContain('it is not UTF-8 text');
  await mutate({ type: 'move', from: 'latin', to: 'moved' });
  expect(await readFile(join(project, 'moved'))).toEqual(bytes);
});

/** Fails on the write or removal with that number, counted from 1, and on those after it when `stays` is set. */
function failingWriter(at: number, stays: boolean): FileWriter {
  let count = 0;
  const check = () => {
    count += 1;
    if (count === at || (stays && count > at)) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
  };
  return {
    ...diskWriter,
    write: async (path, image) => {
      check();
      await diskWriter.write(path, image);
    },
    remove: async (path) => {
      check();
      await diskWriter.remove(path);
    },
  };
}

const BATCH = [
  { type: 'write', path: 'a', content: 'new a' },
  { type: 'create', path: 'b', content: 'new b' },
  { type: 'move', from: 'c', to: 'd' },
  { type: 'delete_file', path: 'e' },
];

test.each([1, 2, 3, 4, 5])('a write that fails leaves every file as it was: %i', async (at) => {
  await makeRig({ a: 'old a', c: 'old c', e: 'old e' }, [createMutate({ timeout: 60_000, writer: failingWriter(at, false) })]);
  const outcome = await mutate(...BATCH);
  expect(outcome?.text).toMatch(/could not be written \(ENOSPC\)\. Nothing was changed: what had been written was put back\.$/);
  expect(await contents('a', 'b', 'c', 'd', 'e')).toEqual(['old a', undefined, 'old c', undefined, 'old e']);
});

test('when even the way back fails the files concerned are named', async () => {
  await makeRig({ a: 'old a', c: 'old c', e: 'old e' }, [createMutate({ timeout: 60_000, writer: failingWriter(3, true) })]);
  const outcome = await mutate(...BATCH);
  expect(outcome?.text).toBe('d could not be written (ENOSPC). These files could not be put back as they were: b, a.');
});

test('a patch too large to keep leaves its line counts', async () => {
  const { project } = await makeRig();
  await writeFile(join(project, 'big'), '');
  const outcome = await mutate({ type: 'write', path: 'big', content: `${'x'.repeat(99)}\n`.repeat(3_000) });
  expect(outcome?.detail).toEqual({ kind: 'mutate', changes: [{ path: 'big', change: 'modified', added: 3_000, removed: 0 }] });
});
