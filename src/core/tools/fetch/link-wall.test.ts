import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endsInTime } from '../../testing/bounded-work.ts';
import { isLinkWall, withoutLinks } from './link-wall.ts';

test('links are taken out as the expression for them says', () => {
  const LINK = /!?\[[^\]]*\]\([^)]*\)/g;
  const text = fc.array(fc.constantFrom('[', ']', '(', ')', '!', 'a', '\n'), { maxLength: 24 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (markdown) => {
      expect(withoutLinks(markdown)).toBe(markdown.replace(LINK, ''));
    }),
    { numRuns: 5_000, examples: [['![a](b)![c](d)'], ['[a](b)!'], ['[[a](b)']] },
  );
});

test.each([
  ['brackets that nothing closes', '['.repeat(3_000_000)],
  ['brackets that close once', `${'['.repeat(3_000_000)}]`],
  ['links that nothing closes', '[a]('.repeat(1_000_000)],
  ['white space', ' '.repeat(3_000_000)],
])('%s are looked through once', (_, text) => {
  expect(endsInTime(() => isLinkWall(text))).toBe(false);
});
