import fc from 'fast-check';
import { z } from 'zod';

/** Few, so that what refers to something often finds it. */
const WORDS = ['', 'a', 'b', 'c1', 'c2', 't1', 't2', 'plan', 'é€𝄞\n', 'a'.repeat(32), 'b'.repeat(32), 'c'.repeat(64)];

/** Values that a schema takes, whatever variants it has: those that come later too. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return fc.option(arbitraryOf(schema.def.innerType), { nil: undefined });
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return arbitraryOf(schema.def.innerType);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.def.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return accepted(schema, fc.integer({ min: 0, max: 1_000 }));
  if (schema instanceof z.ZodString) return fc.constantFrom(...WORDS.filter((word) => schema.safeParse(word).success));
  if (schema instanceof z.ZodArray) return accepted(schema, fc.array(arbitraryOf(schema.def.element), { maxLength: 3 }));
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.def.options.map(arbitraryOf));
  if (schema instanceof z.ZodRecord) return fc.dictionary(fc.constantFrom('p', 'q'), arbitraryOf(schema.def.valueType), { maxKeys: 2 });
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodLazy) return accepted(schema, fc.constantFrom(null, 1, 'x', { y: [true] }));
  if (schema instanceof z.ZodObject) return objects(schema);
  throw new Error(`there is no arbitrary for ${schema._zod.def.type}`);
}

/** Optional fields are missing rather than undefined, as in a log. */
function objects({ shape }: z.ZodObject): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, arbitraryOf(field)]));
  return fc.record(fields).map((value) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)));
}

function accepted(schema: z.ZodType, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return values.filter((value) => schema.safeParse(value).success);
}
