import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToolRig, type ToolRig } from '../testing/tool-rig.ts';
import { meantText, shownText } from './shown-text.ts';

const PIECES = [
  '\f',
  '\u001b[31m',
  '\u001b]0;t\u0007',
  '\u0085',
  '\u007f',
  '‹',
  '›',
  '‹U+000C›',
  '‹U+2039›',
  'U+000C›',
  '‹U+0041›',
  '\t',
  'x',
  'é😀',
];
const piece = fc.constantFrom(...PIECES);
const words = (minLength: number) => fc.array(piece, { minLength, maxLength: 6 }).map((parts) => parts.join(''));

let rig: ToolRig;
const at = () => join(rig.project, 'file.txt');

beforeAll(async () => {
  rig = await createToolRig({ model: 'gpt-5.1-codex' });
});
afterAll(() => rig.close());

async function shownLines(text: string): Promise<readonly string[]> {
  await writeFile(at(), text);
  const read = await rig.call('read', { path: 'file.txt' });
  return read.text.split('\n').slice(1);
}

test('each text is shown in one way, without a control character, and each way of showing means one text', () => {
  fc.assert(
    fc.property(fc.oneof(words(0), fc.string({ unit: 'binary' })), words(0), (text, other) => {
      const shown = shownText(text);
      expect(shown).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
      expect(meantText(shown)).toBe(text);
      if (text !== other) expect(shown).not.toBe(shownText(other));
    }),
    { numRuns: 1_000 },
  );
});

test('a line that is copied from what read shows is replaced, and no other byte of the file', async () => {
  const file = fc.record({ before: words(0), line: words(1), after: words(0), put: words(0), eol: fc.constantFrom('\n', '\r\n') });
  await fc.assert(
    fc.asyncProperty(file, async ({ before, line, after, put, eol }) => {
      const text = (middle: string) => `${before}${eol}A${middle}B${eol}${after}${eol}`;
      const [, shown = ''] = await shownLines(text(line));
      const replaced = { type: 'replace', path: 'file.txt', old_string: shown.replace(/\r$/, ''), new_string: `A${shownText(put)}B` };
      expect(await rig.call('mutate', { operations: [replaced] })).toMatchObject({ isError: false });
      expect(await readFile(at(), 'utf8')).toBe(text(put));
    }),
    { numRuns: 60 },
  );
});

test('a patch of lines as read shows them changes those lines, and no other byte of the file', async () => {
  const file = fc.record({ before: words(1), line: words(1), after: words(1), put: words(0) });
  await fc.assert(
    fc.asyncProperty(file, async ({ before, line, after, put }) => {
      const text = (middle: string) => `<${before}>\nA${middle}B\n<${after}>\n`;
      const [above, shown, below] = await shownLines(text(line));
      const input = ['*** Begin Patch', '*** Update File: file.txt', '@@', ` ${above}`, `-${shown}`, `+A${shownText(put)}B`, ` ${below}`];
      expect(await rig.call('apply_patch', { input: [...input, '*** End Patch'].join('\n') })).toMatchObject({ isError: false });
      expect(await readFile(at(), 'utf8')).toBe(text(put));
    }),
    { numRuns: 60 },
  );
});

test('a line of grep can be copied as well, and a new file holds what the marks stand for', async () => {
  const create = { type: 'create', path: 'made.c', content: 'int a;\n‹U+000C›int b;\n‹U+2039›U+000C› is a form feed\n' };
  await rig.call('mutate', { operations: [create] });
  expect(await readFile(join(rig.project, 'made.c'), 'utf8')).toBe('int a;\n\fint b;\n‹U+000C› is a form feed\n');
  const found = await rig.call('grep', { pattern: 'int b', path: 'made.c' });
  expect(found.text).toContain('2:2: ‹U+000C›int b;');
});

test('the person sees in the diff which control character went', async () => {
  await shownLines('a\n\fb\n');
  const result = await rig.call('mutate', {
    operations: [{ type: 'replace', path: 'file.txt', old_string: '‹U+000C›b', new_string: 'b' }],
  });
  const [change] = result.detail?.kind === 'mutate' ? result.detail.changes : [];
  expect(change?.patch).toContain('-‹U+000C›b\n+b');
});

test('a text that only looks like a mark is changed as it is written where the file holds just that', async () => {
  await shownLines('the mark ‹U+000C› here\n');
  const replace = { type: 'replace', path: 'file.txt', old_string: 'mark ‹U+000C› here', new_string: 'sign ‹U+000C› there' };
  await rig.call('mutate', { operations: [{ ...replace, assert_present: ['sign ‹U+000C›'] }] });
  expect(await readFile(at(), 'utf8')).toBe('the sign ‹U+000C› there\n');
});

test('what was copied from the output of a command is answered with the line as it is', async () => {
  await shownLines('one\n\u001b[1mtwo\u001b[0m\nthree\n');
  const replace = { type: 'replace', path: 'file.txt', new_string: 'x' };
  const refused = await rig.call('mutate', { operations: [{ ...replace, old_string: 'one\ntwo\nthree' }] });
  expect(refused.text).toContain('lines 1-3 differ only in control characters or white space:\n    line 2 is "‹U+001B›[1mtwo‹U+001B›[0m"');
});

test('a line that is cut is not cut within a mark', async () => {
  const [line = ''] = await shownLines(`${'x'.repeat(1_995)}\f${'y'.repeat(3_000)}\n`);
  expect(line).toBe(`${'x'.repeat(1_995)}… [line cut: it has 4997 bytes]`);
});

test('a control character that is written is told of with how to write its mark; one that was there, or is only moved, is not', async () => {
  const content = 'a\n‹U+000C›b ‹U+000C›\u001b\n';
  const written = await rig.call('mutate', { operations: [{ type: 'create', path: 'feed.c', content }] });
  expect(written.text.split('\n').at(-1)).toBe(
    'control characters written: ‹U+000C› ‹U+001B›. For the letters themselves write ‹U+2039›U+000C›',
  );
  const quiet = [
    { type: 'write', path: 'feed.c', content: `${content}more\n` },
    { type: 'move', from: 'feed.c', to: 'other.c' },
    { type: 'create', path: 'letters.c', content: '‹U+2039›U+000C›\n' },
  ];
  expect((await rig.call('mutate', { operations: quiet })).text).not.toContain('control characters');
  const patch = ['*** Begin Patch', '*** Update File: letters.c', '@@', '+‹U+0007›', '*** End Patch'].join('\n');
  expect((await rig.call('apply_patch', { input: patch })).text).toContain('control characters written: ‹U+0007›.');
});
