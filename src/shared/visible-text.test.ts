import { expect, test } from 'vitest';
import { visibleLine, visibleLines, visiblePath } from './visible-text.ts';

test('what cannot be seen is spelled out', () => {
  const text = 'a\n\tb\r\u001b[2J\u202e\u200b é 😀 👩‍💻';
  expect(visibleLine(text)).toBe('a\\n\\tb\\r\\u{1b}[2J\\u{202e}\\u{200b} é 😀 👩‍💻');
  expect(visibleLines(text)).toBe('a\n\tb\\r\\u{1b}[2J\\u{202e}\\u{200b} é 😀 👩‍💻');
});

test('a path is in quotes only where something in it cannot be seen', () => {
  expect(['a b/ä"\\.txt', 'a\nb', 'tab\t"'].map(visiblePath)).toEqual(['a b/ä"\\.txt', '"a\\nb"', '"tab\\t\\""']);
});
