import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GramCollector, gramsOf, mayHold } from './gram-filter.ts';
import { foldedText } from './search-words.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });

test('never says no to what stands in a text, in whatever case', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(), fc.boolean(), (texts, from, length, upper) => {
      const collector = new GramCollector();
      for (const each of texts) collector.add(each);
      const whole = foldedText(texts[from % texts.length] ?? '');
      const query = whole.slice(from % (whole.length + 1), (from % (whole.length + 1)) + (length % 20));
      fc.pre(foldedText(upper ? query.toUpperCase() : query) === query);
      expect(mayHold(collector.filter(), gramsOf(upper ? query.toUpperCase() : query))).toBe(true);
    }),
  );
});

test('says no to most of what does not, whatever the size of the text', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `w${(index * 2_654_435_761) % 4_096}`);
  for (const count of [1, 100, 20_000]) {
    const collector = new GramCollector();
    for (const word of words.slice(0, count)) if (!collector.full) collector.add(word);
    const filter = collector.filter();
    const absent = Array.from({ length: 1_000 }, (_, index) => `zq${index}xk`);
    expect(absent.filter((query) => mayHold(filter, gramsOf(query))).length).toBeLessThan(20);
  }
});

test('is small for small texts', () => {
  const collector = new GramCollector();
  collector.add('A few words.');
  expect(collector.filter().bits.length).toBe(64);
});
