import { z } from 'zod';
import { callIdSchema } from './ids.ts';

const count = z.number().int().nonnegative();

/** What the model is sent of the result of a call: so many characters of its beginning and of its end, of so many in all. */
export const shortenedResultSchema = z.object({ call: callIdSchema, head: count, tail: count, of: count });
export type ShortenedResult = z.infer<typeof shortenedResultSchema>;

/** What is kept about results that are sent shortened, as a variant of the union in `events.ts`, which draws its place. */
export const resultEvents = [
  z.object({
    type: z.literal('results.shorten'),
    /** They do not fit the model's window, or its provider refused a request. */
    cause: z.enum(['limit', 'refused']),
    results: z.array(shortenedResultSchema),
    /** What the model reads in the place of what is left out. */
    note: z.string(),
    /** Tokens of the next request. */
    after: count,
    /** For the person. */
    message: z.string(),
    hint: z.string(),
  }),
] as const;
