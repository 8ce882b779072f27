import { chmod, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(files: Readonly<Record<string, string | Buffer>> = {}): Promise<ToolRig> {
  rig = await createToolRig();
  for (const [name, content] of Object.entries(files)) await rig.write(join(rig.project, name), content);
  return rig;
}

test.each([
  [{ pattern: 'a\\nb' }, 'Nothing was searched: the pattern holds a line end (\\n). Set multiline to find what spans lines.'],
  [
    { pattern: '(\\w{500}){500}' },
    'Nothing was searched: the pattern is too large once it is compiled. Repeat less, such as {1,50}, or give a simpler one.',
  ],
  [{ pattern: '[a' }, expect.stringMatching(/^Nothing was searched: regex parse error:\n.*\n.*\nerror: unclosed character class$/s)],
  [{ pattern: '(?=a)' }, expect.stringMatching(/^Nothing was searched: regex parse error:.*is not supported$/s)],
])('what ripgrep refuses is an error with its reason: %j', async (input, text) => {
  const { call } = await makeRig({ a: 'a\nb\n' });
  for (const mode of ['content', 'files_with_matches', 'count']) {
    expect(await call('grep', { ...input, output_mode: mode })).toMatchObject({ isError: true, text, detail: { error: 'invalid_input' } });
  }
});

test('a file that cannot be read does not hide what is in the others', async () => {
  const { call, project } = await makeRig({ a: 'hit\n', b: 'hit\n' });
  await chmod(join(project, 'b'), 0);
  const { text, isError } = await call('grep', { pattern: 'hit', output_mode: 'files_with_matches' });
  expect([isError, text.split('\n')[0]]).toEqual([false, 'a']);
});

test('a line of megabytes in which every character matches is one match', async () => {
  const { call } = await makeRig({ long: `éé ${'ab'.repeat(500_000)}\nc\n`, other: 'x\n' });
  const { text, detail } = await call('grep', { pattern: '[a-z]' });
  expect(text).toMatch(
    /^long \(file_hash [0-9a-f]{8}\)\n1:4: éé (ab){198}a?… \[line cut\]\n2:1: c\n\nother \(file_hash [0-9a-f]{8}\)\n1:1: x$/,
  );
  expect(detail).toMatchObject({ matches: 3, files: 2 });
});

test('of a line that is too long to be held the number of matches is true', async () => {
  const { call } = await makeRig({ long: `a${'b'.repeat(65 * 1024 * 1024)}\n`, other: 'a\n' });
  const { text, detail } = await call('grep', { pattern: 'ab?' });
  expect(text).toMatch(/^long \(.*\)\n1:1: \[a line of more than 64 MiB, which is not shown\]\n\nother \(.*\)\n1:1: a$/);
  expect(detail).toMatchObject({ matches: 2, files: 2 });
});

test.each(['files_with_matches', 'count'])('past the last file %s says how many there are', async (mode) => {
  const { call } = await makeRig({ a: 'x\n', b: 'x\n' });
  expect((await call('grep', { pattern: 'x', output_mode: mode, offset: 5 })).text).toBe('There are only 2 files.');
  expect((await call('grep', { pattern: 'y', output_mode: mode, offset: 5 })).text).toBe('No match.');
});

test('a pipe is refused at once', async () => {
  const { call } = await makeRig();
  await call('bash', { command: 'mkfifo pipe' });
  expect(await call('grep', { pattern: 'x', path: 'pipe' })).toMatchObject({ isError: true, text: 'pipe is not a regular file.' });
  expect(await call('read', { path: 'pipe' })).toMatchObject({ isError: true, text: 'pipe is not a regular file.' });
  expect((await call('mutate', { operations: [{ type: 'write', path: 'pipe', content: '' }] })).text).toContain('it is not a regular file');
});

test('why a file cannot be changed is told as it is', async () => {
  const { call, project } = await makeRig({ latin: Buffer.from([0x63, 0xe9, 0x0a]), binary: Buffer.from([0, 1, 2]), 'folder/a': '' });
  await writeFile(join(project, 'huge'), '');
  await truncate(join(project, 'huge'), 200_000_000);
  const refusals = async (path: string) => {
    const operations = [{ type: 'write', path, content: 'x' }];
    return (await call('mutate', { operations })).text.split('\n').at(-1);
  };
  expect(await refusals('latin')).toBe('1. write latin: it is not UTF-8 text; convert it first, for example with iconv');
  expect(await refusals('binary')).toBe('1. write binary: it is a binary file');
  expect(await refusals('folder')).toBe('1. write folder: it is a folder');
  expect(await refusals('huge')).toBe(
    '1. write huge: it has 200000000 bytes, and files of more than 64 MiB are not changed; use bash for it',
  );
});

test.skipIf(process.getuid?.() === 0)('a file that may not be read is told in the words that read has', async () => {
  const { call, project } = await makeRig({ shut: 'a' });
  await chmod(join(project, 'shut'), 0);
  const { text } = await call('mutate', { operations: [{ type: 'delete_file', path: 'shut' }] });
  expect(text).toContain('1. delete_file shut: it cannot be read: permission denied');
});

test.each([
  ['glob', { pattern: '/' }, false, 'No file matches.'],
  ['glob', { pattern: 'a'.repeat(200_000) }, true, 'pattern: must have 10000 characters or less'],
  ['grep', { pattern: 'a'.repeat(200_000) }, true, 'pattern: must have 10000 characters or less'],
  ['grep', { pattern: '' }, true, 'pattern: must have 1 character or more'],
  ['grep', { pattern: 'a', head_limit: 501 }, true, 'head_limit: must be 500 or less'],
  ['mutate', { operations: [] }, true, 'operations: must have 1 entry or more'],
  ['mutate', { operations: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) }, true, 'nested more than 64 deep'],
  ['mutate', { operations: [{ type: 'create', path: 'newdir/', content: '' }] }, true, 'it ends in /, and a file cannot'],
])('%s tells in plain words what does not fit (%#)', async (tool, input, isError, words) => {
  const { call } = await makeRig();
  const outcome = await call(tool, input);
  expect([outcome.isError, outcome.text]).toEqual([isError, expect.stringContaining(words)]);
});

test('a name with a line end is one name', async () => {
  const { call } = await makeRig({ 'a\nb': 'x\n' });
  expect((await call('ls', {})).text).toContain('"a\\nb"');
  expect((await call('glob', { pattern: '*b' })).text).toBe('"a\\nb"');
  const operations = [{ type: 'create', path: 'c\nd', content: '' }];
  expect((await call('mutate', { operations })).text).toContain('created "c\\nd" (file_hash');
});

test('a command that met the configured limit is not told to ask for more time', async () => {
  rig = await createToolRig({ config: { limits: { tool_timeouts: { bash: '1s' } } } });
  expect((await rig.call('bash', { command: 'sleep 60', timeout_seconds: 100 })).text).toBe(
    'exit_code -1\nNot finished after 1 s: it and everything it had started was ended. That is the longest that limits.tool_timeouts.bash allows: run less, or run it with background.',
  );
});
