import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTail } from './head-tail.ts';

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const chunks = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n') }), { maxLength: 20 });

test('what fits is kept whole, of the rest the two ends are, and no character is cut', () => {
  const property = fc.property(chunks, fc.integer({ min: 2, max: 40 }), fc.integer({ min: 0, max: 40 }), (pieces, capacity, wanted) => {
    const limit = Math.min(capacity, wanted);
    const whole = pieces.join('');
    const kept = new HeadTail(capacity);
    for (const piece of pieces) kept.append(piece);
    const text = kept.text(limit);
    const isCut = whole.length > limit;
    expect(text === whole).toBe(!isCut);
    if (!isCut) return;
    const [, head = '', count = '', tail = ''] = /^([\s\S]*)\n… \[(\d+) characters cut\] …\n([\s\S]*)$/.exec(text) ?? [];
    expect([whole.startsWith(head), whole.endsWith(tail), head.length + tail.length + Number(count)]).toEqual([true, true, whole.length]);
    expect(head.length + tail.length).toBeLessThanOrEqual(limit);
    expect(text).not.toMatch(LONE);
  });
  fc.assert(property, { numRuns: 2_000 });
});
