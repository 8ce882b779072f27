import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blobReferenceSchema, isEntry } from './log-format.ts';

/** The rules of an entry, as a schema says them. */
const schema = z.object({
  id: z.string().min(1),
  parent: z.string().min(1).nullable(),
  time: z.number(),
  type: z.string().min(1),
  data: z.record(z.string(), z.unknown()),
  blobs: z.array(blobReferenceSchema).optional(),
});

const ENTRY = { id: '2', parent: '1', time: 1, type: 'notice', data: { text: 'a' }, blobs: [{ path: ['text'], sha256: 'a'.repeat(64) }] };
const value = fc.oneof(fc.jsonValue(), fc.constantFrom('', null, undefined, Number.POSITIVE_INFINITY, [], {}, [{ path: [], sha256: 'a' }]));

test('what is taken for an entry is what the rules say, with any field missing or replaced', () => {
  const changed = fc
    .record({ field: fc.constantFrom(...Object.keys(ENTRY), 'other'), value })
    .map((change) => ({ ...ENTRY, [change.field]: change.value }));
  const left = fc.subarray(Object.entries(ENTRY)).map((fields) => Object.fromEntries(fields));
  fc.assert(
    fc.property(fc.oneof(changed, left, value), (one) => {
      expect(isEntry(one)).toBe(schema.safeParse(one).success);
    }),
    { numRuns: 2_000 },
  );
  expect(isEntry(ENTRY)).toBe(true);
});
