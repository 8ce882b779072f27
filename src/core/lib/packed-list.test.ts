import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedList } from './packed-list.ts';

interface Value {
  readonly key: number;
  readonly name: string;
  readonly of?: { readonly cost: number | undefined };
}

const keyOf = ({ key }: Value): number => key;

function listOf(size: number, values: readonly Value[]): PackedList<Value> {
  const list = new PackedList(size, keyOf);
  list.push(...values);
  return list;
}

function all(list: PackedList<Value>): readonly (Value | undefined)[] {
  return Array.from({ length: list.length }, (_, index) => list.at(index));
}

const value = fc.record(
  { key: fc.nat({ max: 40 }), name: fc.string(), of: fc.record({ cost: fc.constantFrom(undefined, 0.5) }, { noNullPrototype: true }) },
  { requiredKeys: ['key', 'name'], noNullPrototype: true },
);
const ascending = fc.array(value, { maxLength: 40 }).map((values) => values.toSorted((a, b) => a.key - b.key));
const sizes = fc.integer({ min: 1, max: 5 });

test('a packed list holds what an array of the same values does', () => {
  fc.assert(
    fc.property(ascending, sizes, fc.nat({ max: 45 }), fc.nat({ max: 45 }), (values, size, from, to) => {
      const list = listOf(size, values);
      expect(all(list)).toStrictEqual(values);
      expect([list.at(-1), list.at(values.length)]).toStrictEqual([undefined, undefined]);
      expect(list.upTo(from)).toStrictEqual(values.findLast(({ key }) => key <= from));
      expect(list.below(from)).toBe(values.filter(({ key }) => key < from).length);
      expect(list.between(from, to)).toStrictEqual(values.filter(({ key }) => key >= from && key < to));
      expect(list.findLastIndex(({ key }) => key % 7 === from % 7)).toBe(values.findLastIndex(({ key }) => key % 7 === from % 7));
    }),
    { numRuns: 500 },
  );
});

test('what is taken away from an index on is what stood there, and the list goes on from before it', () => {
  fc.assert(
    fc.property(ascending, sizes, fc.nat({ max: 40 }), (values, size, pick) => {
      const index = Math.min(pick, values.length);
      const list = listOf(size, values);
      list.at(0);
      expect(list.cut(index)).toStrictEqual(values.slice(index));
      expect(all(list)).toStrictEqual(values.slice(0, index));
      list.push(...values.slice(index));
      expect(all(list)).toStrictEqual(values);
    }),
    { numRuns: 500 },
  );
});
