import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createToolRig, type ToolRig, type ToolRigOptions } from '../testing/tool-rig.ts';

let rig: ToolRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

async function makeRig(files: Readonly<Record<string, string | Buffer>> = {}, options?: ToolRigOptions): Promise<ToolRig> {
  rig = await createToolRig(options);
  for (const [name, content] of Object.entries(files)) await rig.write(join(rig.project, name), content);
  return rig;
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

test('read gives the bytes of the file and what to ask for next', async () => {
  const content = '\ufeffone\r\n\r\n😀 two\nlast';
  const { call } = await makeRig({ a: content });
  expect(await call('read', { path: 'a' })).toEqual({
    text: `[a: lines 1-4 of 4; file_hash ${hashOf(content)}]\n${content}`,
    isError: false,
    detail: { kind: 'read', path: 'a', startLine: 1, endLine: 4, totalLines: 4 },
  });
  expect((await call('read', { path: 'a', offset: 2, limit: 2 })).text).toBe(
    `[a: lines 2-3 of 4; file_hash ${hashOf(content)}; next_offset 4]\n\r\n😀 two\n`,
  );
});

test('read pages a file larger than memory would be spent on', async () => {
  const content = Array.from({ length: 300_000 }, (_, index) => `line ${index + 1} of many`).join('\n');
  const { call } = await makeRig({ big: content });
  const { text } = await call('read', { path: 'big', offset: 250_000, limit: 1 });
  expect(text).toBe(`[big: lines 250000-250000 of 300000; file_hash ${hashOf(content)}; next_offset 250001]\nline 250000 of many\n`);
});

test('long lines are cut visibly and a page holds whole lines', async () => {
  const long = '😀'.repeat(3_000);
  const { call } = await makeRig({
    long: `${long}\nnext\n`,
    exact: `${'x'.repeat(2_000)}\r\n`,
    page: `${'y'.repeat(1_999)}\n`.repeat(100),
  });
  expect((await call('read', { path: 'long' })).text.split('\n').slice(1)).toEqual([
    `${'😀'.repeat(2_000)}… [line cut: it has 12001 bytes]`,
    'next',
    '',
  ]);
  expect((await call('read', { path: 'exact' })).text).toContain(`]\n${'x'.repeat(2_000)}\r\n`);
  expect((await call('read', { path: 'page' })).detail).toMatchObject({ startLine: 1, endLine: 32, totalLines: 100 });
});

test.each([
  ['bin', 'bin is a binary file (3 bytes); it cannot be read as text.'],
  ['src', 'src is a folder; list it with ls.'],
  ['src/idnex.ts', 'src/idnex.ts does not exist. Similar: src/index.ts.'],
  ['nowhere/a', 'nowhere/a does not exist. Its folder nowhere does not exist either.'],
  ['bin/a', 'bin/a does not exist: a part of its path is a file.'],
])('read explains what it cannot read: %s', async (path, message) => {
  const { call } = await makeRig({ bin: Buffer.from([1, 0, 2]), 'pic.png': 'x', 'src/index.ts': '' });
  expect(await call('read', { path })).toMatchObject({ text: message, isError: true });
});

test('a pipe is refused, not waited for', async () => {
  const { call } = await makeRig();
  await call('bash', { command: 'mkfifo pipe' });
  expect((await call('read', { path: 'pipe' })).text).toBe('pipe is not a regular file.');
});

test('read of an empty file and past the end', async () => {
  const { call } = await makeRig({ empty: '', a: 'x' });
  expect((await call('read', { path: 'empty' })).text).toBe(`[empty: empty file; file_hash ${hashOf('')}]\n`);
  expect((await call('read', { path: 'a', offset: 5 })).text).toBe('a has 1 lines; offset 5 is past the end.');
});

const TREE = {
  '.gitignore': 'node_modules/\n*.log\n',
  'a.ts': 'needle one\n',
  'b.log': 'needle\n',
  'node_modules/x/index.ts': 'needle\n',
  'src/c.ts': 'x\nneedle two needle\ny\n',
  'src/deep/d.tsx': 'Needle\n',
  'src/e.md': 'needle é\n',
  '.github/ci.yml': 'needle\n',
  '.steiner/plans/plan.md': 'needle\n',
  'generated/f.ts': 'needle\n',
};

test('glob lists what matches, without what is ignored', async () => {
  const { call } = await makeRig(TREE, { config: { paths: { exclude_paths: ['generated'] } } });
  const list = async (pattern: string, more = {}) => (await call('glob', { pattern, ...more })).text.split('\n');
  expect(await list('**')).toEqual(['.github/ci.yml', '.gitignore', 'a.ts', 'src/c.ts', 'src/deep/d.tsx', 'src/e.md']);
  expect(await list('*.{ts,tsx}')).toEqual(['a.ts', 'src/c.ts', 'src/deep/d.tsx']);
  expect(await list('src/*.ts')).toEqual(['src/c.ts']);
  expect(await list('*.ts', { path: 'src' })).toEqual(['src/c.ts']);
  expect(await list('*.md', { path: '.steiner/plans' })).toEqual(['.steiner/plans/plan.md']);
  expect(await list('*', { path: 'generated' })).toEqual(['No file matches.']);
  expect(await list('**', { limit: 2, offset: 1 })).toEqual(['.gitignore', 'a.ts', 'next_offset 3']);
  expect(await list('**', { offset: 9 })).toEqual(['There are only 6 entries.']);
});

test('ls lists entries, or all files below', async () => {
  const { call } = await makeRig(TREE);
  expect((await call('ls', {})).text.split('\n')).toEqual([
    '.github/',
    '.gitignore',
    '.steiner/',
    'a.ts',
    'b.log',
    'generated/',
    'node_modules/',
    'src/',
  ]);
  expect((await call('ls', { path: 'src', recursive: true })).text.split('\n')).toEqual(['c.ts', 'deep/d.tsx', 'e.md']);
  expect((await call('ls', { limit: 1, offset: 1 })).text.split('\n')).toEqual(['.gitignore', 'next_offset 2']);
  expect((await call('ls', { path: '.steiner' })).text.split('\n')).toEqual(['.gitignore', 'home/', 'plans/', 'security/']);
  expect((await call('ls', { path: 'a.ts' })).text).toBe('a.ts is not a folder.');
});

test('grep shows line and column of each match, file by file, with the hash', async () => {
  const { call } = await makeRig(TREE);
  expect(await call('grep', { pattern: 'needle t', path: 'src' })).toEqual({
    text: `src/c.ts (file_hash ${hashOf(TREE['src/c.ts'])})\n2:1: needle two needle`,
    isError: false,
    detail: { kind: 'grep', pattern: 'needle t', path: 'src', matches: 1, files: 1, more: false },
  });
  expect((await call('grep', { pattern: 'two', path: 'src/c.ts', line_numbers: false })).text.split('\n')[1]).toBe('needle two needle');
});

test('the column counts characters, not bytes', async () => {
  const { call } = await makeRig({ a: 'é😀 x\n' });
  expect((await call('grep', { pattern: 'x' })).text.split('\n')[1]).toBe('1:4: é😀 x');
});

test('grep modes, filters and paging', async () => {
  const { call } = await makeRig(TREE);
  const grep = async (input: object) =>
    (await call('grep', { pattern: 'needle', output_mode: 'files_with_matches', ...input })).text.split('\n');
  const files = ['.github/ci.yml', 'a.ts', 'generated/f.ts', 'src/c.ts', 'src/e.md'];
  expect(await grep({})).toEqual(files);
  expect(await grep({ type: 'ts' })).toEqual(['a.ts', 'generated/f.ts', 'src/c.ts']);
  expect(await grep({ glob: '*.ts' })).toEqual(['a.ts', 'generated/f.ts', 'src/c.ts']);
  expect(await grep({ glob: '**' })).toEqual(files);
  expect(await grep({ glob: 'src/**', type: 'md' })).toEqual(['src/e.md']);
  expect(await grep({ case_insensitive: true, path: 'src/deep' })).toEqual(['src/deep/d.tsx']);
  expect(await grep({ output_mode: 'count', path: 'src' })).toEqual(['src/c.ts: 1', 'src/e.md: 1']);
  expect(await grep({ head_limit: 2, offset: 1 })).toEqual(['a.ts', 'generated/f.ts', 'next_offset 3', 'matches 5']);
  expect(await grep({ pattern: 'absent' })).toEqual(['No match.']);
  expect(await grep({ pattern: 'needle', path: 'node_modules/x' })).toEqual(['node_modules/x/index.ts']);
});

test('context windows that touch are one, others are parted by a blank line', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => ([2, 4, 10].includes(index + 1) ? 'hit' : `l${index + 1}`));
  const { call } = await makeRig({ a: `${lines.join('\n')}\n` });
  const { text } = await call('grep', { pattern: 'hit', context: 1 });
  expect(text.split('\n').slice(1)).toEqual(['1- l1', '2:1: hit', '3- l3', '4:1: hit', '5- l5', '', '9- l9', '10:1: hit', '11- l11']);
});

test('content pages count matches, and context belongs to the page', async () => {
  const { call } = await makeRig({ a: 'hit\nx\nhit\ny\nhit\nz\nhit\n' });
  const { text, detail } = await call('grep', { pattern: 'hit', before_context: 1, head_limit: 2, offset: 1 });
  expect(text.split('\n').slice(1)).toEqual(['2- x', '3:1: hit', '4- y', '5:1: hit', 'next_offset 3', 'matches 4']);
  expect(detail).toMatchObject({ matches: 4, files: 1, more: true });
});

test('multiline matches show all their lines', async () => {
  const { call } = await makeRig({ a: 'x\nbegin {\n  body\n} end\n' });
  const { text } = await call('grep', { pattern: '\\{.*\\}', multiline: true });
  expect(text.split('\n').slice(1)).toEqual(['2:7: begin {', '3-   body', '4- } end']);
});

test('a bad expression is the model’s to put right', async () => {
  const { call } = await makeRig({ a: 'x' });
  expect(await call('grep', { pattern: '(' })).toMatchObject({ isError: true, detail: { error: 'invalid_input' } });
});

test('very long lines are cut in the answer', async () => {
  const { call } = await makeRig({ a: `needle${'x'.repeat(5_000)}\n` });
  expect((await call('grep', { pattern: 'needle' })).text.split('\n')[1]).toBe(`1:1: needle${'x'.repeat(394)}… [line cut]`);
});

test('the tmp of sessions and worktrees stay out of searches of the project', async () => {
  const hidden = { '.steiner/tmp/a': 'needle', '.steiner/worktrees/w/a': 'needle', a: 'needle' };
  const { call } = await makeRig(hidden);
  expect((await call('grep', { pattern: 'needle', output_mode: 'files_with_matches' })).text).toBe('a');
});

test('a link out of the project is outside', async () => {
  const made = await makeRig({ a: 'x' });
  await made.write('secret/file', 'x');
  await symlink(join(made.base, 'secret'), join(made.project, 'link'));
  expect(await made.call('read', { path: 'link/file' })).toMatchObject({ isError: true, detail: { error: 'approval_denied' } });
  expect(made.asked.map(({ subject }) => subject)).toEqual([join(made.base, 'secret', 'file')]);
});

test('what is wrong with a pattern is said of it as it was given', async () => {
  const { call } = await makeRig({ 'a.txt': 'a\n' });
  const refused = await call('grep', { pattern: 'a{3,1}' });
  expect([refused.isError, refused.text.includes('a{3,1}'), refused.text.includes('(?-s')]).toEqual([true, true, false]);
});

test('a line of many megabytes that matches in every letter hides nothing of what is found elsewhere', async () => {
  const { call } = await makeRig({ 'min.js': `${'a'.repeat(4_000_000)}\nand a short one\n`, 'z.txt': 'a last one\n' });
  const found = await call('grep', { pattern: 'a' });
  expect(found.text.split('\n').map((line) => line.slice(0, 22))).toEqual([
    expect.stringMatching(/^min\.js/),
    `1:1: ${'a'.repeat(17)}`,
    '2:1: and a short one',
    '',
    expect.stringMatching(/^z\.txt/),
    '1:1: a last one',
  ]);
});

test('a line of many megabytes is searched in one pass and shown cut', async () => {
  const { call } = await makeRig({ 'min.js': `${'x'.repeat(12_000_000)}needle${'y'.repeat(12_000_000)}\nshort needle\n` });
  const found = await call('grep', { pattern: 'needle', path: 'min.js' });
  expect(found.text.split('\n').map((line) => line.slice(0, 30))).toEqual([
    expect.stringMatching(/^min\.js/),
    `1:12000001: ${'x'.repeat(18)}`,
    '2:7: short needle',
  ]);
  expect(found.text.length).toBeLessThan(1_000);
});
