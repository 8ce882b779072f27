import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingKey, settingPath } from './setting-key.ts';

test('every path comes back from its key', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('limits', 'a.b', 'my tool', '"', '\\')), { minLength: 1 }), (path) => {
      expect(settingPath(settingKey(path))).toEqual(path);
    }),
  );
});

test.each(['', '.', 'a.', '.a', 'a..b', 'a b', '"a', '"a"b', 'a."b'])('%j is no key', (text) => {
  expect(settingPath(text)).toBeUndefined();
});
