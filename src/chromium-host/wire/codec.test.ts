import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode } from './codec.ts';

const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.bigInt(),
  fc.constantFrom(null, undefined),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ maxLength: 5 }),
  fc.constant(new Map<unknown, unknown>([[1, new Set(['a'])]])),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
}));

describe('a value sent as text', () => {
  it('comes back as structured clone gives it', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(decode(encode(value))).toStrictEqual(structuredClone(value));
      }),
    );
  });

  it('keeps cycles and shared references', () => {
    const shared = { a: 1 };
    const cycle: Record<string, unknown> = { first: shared, second: shared };
    cycle.self = cycle;
    const back = decode(encode(cycle)) as typeof cycle;
    expect([back.self === back, back.first === back.second, back.first]).toEqual([true, true, { a: 1 }]);
  });

  it('keeps the name and message of an error', () => {
    const back = decode(encode({ error: new RangeError('too far') })) as { error: Error };
    expect([back.error instanceof RangeError, back.error.message]).toEqual([true, 'too far']);
  });

  it('loses the class of an object, as structured clone does', () => {
    class Point {
      readonly x = 1;
    }
    expect(decode(encode(new Point()))).toStrictEqual({ x: 1 });
  });

  it.each([[() => 1], [{ deep: [Symbol('s')] }], [new WeakMap()]])('refuses %o', (value) => {
    expect(() => encode(value)).toThrow(expect.objectContaining({ name: 'DataCloneError' }));
  });
});
