import { chmod, mkdir, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../../testing/tool-rig.ts';
import { isPatchTrained } from './patch-trained.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(): Promise<ToolRig> {
  rig = await createToolRig({ model: 'gpt-5', git: false });
  return rig;
}

function patch(...lines: readonly string[]) {
  return { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') };
}

const GREETER = ['class Greeter:', '    def hello(self):', '        return "hi"', '', '    def bye(self):', '        return "hi"', ''].join(
  '\n',
);

test('one patch adds, changes, moves and deletes', async () => {
  const { call, write, project } = await makeRig();
  await write('project/app.py', GREETER);
  await write('project/old.txt', 'gone\n');
  const result = await call(
    'apply_patch',
    patch(
      '*** Add File: new/deep/file.txt',
      '+first',
      '+',
      '+ last',
      '*** Update File: app.py',
      '*** Move to: lib.py',
      '@@ class Greeter:',
      '@@     def bye(self):',
      '-        return "hi"',
      '+        return "bye"',
      '*** Delete File: old.txt',
    ),
  );
  expect(result.text.replace(/[0-9a-f]{8}\)/g, 'HASH)')).toBe(
    'operations_applied 4\ncreated new/deep/file.txt (file_hash HASH)\nmoved app.py to lib.py (file_hash HASH)\ndeleted old.txt',
  );
  expect(await readFile(join(project, 'new/deep/file.txt'), 'utf8')).toBe('first\n\n last\n');
  expect(await readFile(join(project, 'lib.py'), 'utf8')).toBe(
    GREETER.replace('bye(self):\n        return "hi"', 'bye(self):\n        return "bye"'),
  );
  expect(result.detail).toMatchObject({
    kind: 'mutate',
    changes: [
      { path: 'new/deep/file.txt', change: 'created', added: 3, removed: 0 },
      { path: 'lib.py', movedFrom: 'app.py', change: 'moved', added: 1, removed: 1 },
      { path: 'old.txt', change: 'deleted', added: 0, removed: 1 },
    ],
  });
  await expect(stat(join(project, 'app.py'))).rejects.toThrow('ENOENT');
});

test.each([
  ['exactly', 'a\n  b\nc\n', ['   b', '-c', '+C'], 'a\n  b\nC\n'],
  ['but for space at line ends', 'a\n  b \t\nc \n', ['   b', '-c', '+C'], 'a\n  b \t\nC\n'],
  ['but for indentation', 'a\n\t\tb\nc\n', ['   b', '-c', '+C'], 'a\n\t\tb\nC\n'],
  ['but for typographic punctuation', 'a\n“b” – it’s\u00a0x\nc\n', [` "b" - it's x`, '-c', '+C'], 'a\n“b” – it’s\u00a0x\nC\n'],
])('lines are found %s, and kept lines stay as they are', async (_, before, lines, after) => {
  const { call, write, project } = await makeRig();
  await write('project/a', before);
  expect((await call('apply_patch', patch('*** Update File: a', '@@', ...lines))).isError).toBe(false);
  expect(await readFile(join(project, 'a'), 'utf8')).toBe(after);
});

test('a strict match later in the file beats a lenient one before it', async () => {
  const { call, write, project } = await makeRig();
  await write('project/a', '  x\nx\n');
  await call('apply_patch', patch('*** Update File: a', '-x', '+y'));
  expect(await readFile(join(project, 'a'), 'utf8')).toBe('  x\ny\n');
});

test('the end-of-file mark takes the last of several places', async () => {
  const { call, write, project } = await makeRig();
  await write('project/a', 'x\n1\nx\n2\nx\n');
  await call('apply_patch', patch('*** Update File: a', '@@', '-x', '+end', '*** End of File'));
  expect(await readFile(join(project, 'a'), 'utf8')).toBe('x\n1\nx\n2\nend\n');
});

test('added lines without context go behind the anchor, or to the end', async () => {
  const { call, write, project } = await makeRig();
  await write('project/a', 'one\ntwo\n');
  await call('apply_patch', patch('*** Update File: a', '@@ one', '+1.5', '@@', '+three'));
  expect(await readFile(join(project, 'a'), 'utf8')).toBe('one\n1.5\ntwo\nthree\n');
});

test('mode, BOM, CRLF and a missing final newline stay', async () => {
  const { call, write, project } = await makeRig();
  await write('project/a', '\ufeffone\r\ntwo\r\nthree');
  await chmod(join(project, 'a'), 0o755);
  await call('apply_patch', patch('*** Update File: a', '-one', '+ONE', '+more', ' two', '-three', '+THREE'));
  expect(await readFile(join(project, 'a'), 'utf8')).toBe('\ufeffONE\r\nmore\r\ntwo\r\nTHREE');
  expect((await stat(join(project, 'a'))).mode & 0o777).toBe(0o755);
});

test('when one section does not fit nothing is changed, and every reason is given', async () => {
  const { call, write, project } = await makeRig();
  await write('project/a', '    deep\n');
  await write('project/b', 'x\ny\n');
  await mkdir(join(project, 'folder'));
  const result = await call(
    'apply_patch',
    patch(
      '*** Update File: b',
      '-x',
      '+X',
      '*** Update File: a',
      '@@ missing',
      '-deep',
      '+d',
      '*** Update File: b',
      '@@ y',
      '-X',
      '+x',
      '*** Add File: b',
      '+z',
      '*** Delete File: folder',
    ),
  );
  expect(result.text.split('\n')).toEqual([
    'Nothing was changed: 4 of 5 operations failed.',
    '1. edit b: could be done; rolled back',
    '2. edit a: the hunk at line 6 of the patch was not found, and no line of it is in the file; read the file again',
    '3. edit b: the hunk at line 10 of the patch stands at line 1, before what an earlier hunk or anchor named; hunks must be in the order of the file',
    '4. create b: it exists already; use write to overwrite it, or replace (probably because an earlier operation on this file failed)',
    '5. delete_file folder: it is a folder',
  ]);
  expect(await readFile(join(project, 'b'), 'utf8')).toBe('x\ny\n');
});

test.each([
  [['*** Update File: a', '*** End Patch'], 'Line 1 of the patch: "*** Begin Patch" must be here'],
  [['*** Begin Patch', '*** Delete File: a'], 'Line 3 of the patch: "*** Add File: "'],
  [['*** Begin Patch', '*** End Patch'], 'The patch changes no file.'],
  [['*** Begin Patch', '*** Add File: a', 'x', '*** End Patch'], 'Line 3 of the patch: each line of an added file must begin with +'],
  [['*** Begin Patch', '*** Update File: a', '*** End Patch'], 'Line 3 of the patch: the update of a has no hunk'],
  [['*** Begin Patch', '*** Update File: a', '@@ x', '*** End Patch'], 'Line 4 of the patch: the hunk has no lines'],
  [
    ['*** Begin Patch', '*** Update File: a', '?x', '*** End Patch'],
    'Line 3 of the patch: each line of a hunk must begin with a space, - or +',
  ],
  [['*** Begin Patch', '*** Delete File: a', '*** End Patch', 'more'], 'Line 4 of the patch: nothing may follow "*** End Patch"'],
])('a patch that is none is answered with the line: %j', async (lines, message) => {
  const { call } = await makeRig();
  const result = await call('apply_patch', { input: lines.join('\n') });
  expect([result.detail?.kind === 'error' && result.detail.error, result.text.startsWith(message)]).toEqual(['invalid_input', true]);
});

test('its paths are under the same rules as any other', async () => {
  const made = await makeRig();
  const outside = patch('*** Add File: ../outside.txt', '+x');
  expect(await made.call('apply_patch', outside)).toMatchObject({ detail: { error: 'approval_denied' } });
  expect(made.asked.map(({ subject, access, preview }) => ({ subject, access, preview }))).toEqual([
    { subject: join(made.base, 'outside.txt'), access: 'write', preview: 'create ../outside.txt' },
  ]);
  expect(await made.call('apply_patch', patch('*** Add File: .git/hooks/x', '+x'))).toMatchObject({ detail: { error: 'policy_denied' } });
  made.mode = 'plan';
  expect(await made.call('apply_patch', patch('*** Add File: a', '+x'))).toMatchObject({ detail: { error: 'policy_denied' } });
});

test('what a patch wrote counts as read', async () => {
  const { call } = await makeRig();
  await call('apply_patch', patch('*** Add File: a', '+x'));
  expect((await call('mutate', { operations: [{ type: 'replace', path: 'a', old_string: 'x', new_string: 'y' }] })).isError).toBe(false);
});

test('only models that were trained on the format are offered it', async () => {
  const trained = ['gpt-4.1-mini', 'gpt-5', 'openai/gpt-5.1-codex', 'o3', 'o4-mini', 'codex-mini-latest', 'openai/gpt-oss-120b'];
  const others = ['gpt-4o', 'gpt-4-turbo', 'claude-opus-4-1', 'gemini-3-pro', 'o1', 'qwen3-coder', 'my-gpt-5', 'demo'];
  expect(trained.filter((id) => !isPatchTrained({ id }))).toEqual([]);
  expect(others.filter((id) => isPatchTrained({ id }))).toEqual([]);
  const { tools } = await makeRig();
  expect(tools.schemas[0]?.name).toBe('apply_patch');
});

test('no folder is made behind a link that came while the patch was asked about', async () => {
  const { base, project, call, write } = await makeRig();
  await write('project/a/kept.txt', '');
  await mkdir(join(base, 'outside'));
  const made = rig;
  if (made === undefined) throw new Error('there is no rig');
  made.answer = async () => {
    if (made.asked.length > 1) return { type: 'deny' };
    await rename(join(project, 'a'), join(project, 'was'));
    await symlink(join(base, 'outside'), join(project, 'a'));
    return { type: 'allow_once' };
  };
  const { isError } = await call('apply_patch', patch('*** Add File: a/b/c/d.txt', '+x', `*** Add File: ${base}/asked.txt`, '+x'));
  expect([isError, await readdir(join(base, 'outside')), made.asked.map(({ subject }) => subject)]).toEqual([
    true,
    [],
    [join(base, 'asked.txt'), join(base, 'outside', 'b', 'c', 'd.txt')],
  ]);
});

test('a patch that fails while it is written leaves no folder behind', async () => {
  const { project, call, write } = await makeRig();
  await write('project/file', 'x');
  const before = await readdir(project);
  const { text } = await call(
    'apply_patch',
    patch('*** Add File: new/deep/a.txt', '+x', `*** Add File: new/${'n'.repeat(300)}/b.txt`, '+x'),
  );
  expect(text).toContain('Nothing was changed');
  expect(await readdir(project)).toEqual(before.includes('.steiner') ? before : [...before, '.steiner'].sort());
});
