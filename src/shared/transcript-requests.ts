import { z } from 'zod';
import type { Generation } from './generations.ts';
import { sessionIdSchema } from './ids.ts';
import type { FoundItem, ItemPage, TurnEdit } from './item-page.ts';

const session = sessionIdSchema;

/** What a window asks about the part of a session that it does not hold. */
export const transcriptRequests = {
  /** The page that holds the item at that position; beyond the end the last one. */
  'sessions.items': z.object({ session, at: z.number().int().nonnegative() }),
  /** Overtaken by another one of the same session it is refused as `cancelled`. */
  'sessions.find': z.object({ session, query: z.string().min(1).max(1_000) }),
  'sessions.locate': z.object({ session, item: z.string().min(1).max(1_000) }),
  'sessions.edits': z.object({ session }),
  /** The entries of the generation of that number, and of the last. */
  'sessions.generations': z.object({ session, wanted: z.number().int().positive().nullable() }),
} as const satisfies Record<string, z.ZodType>;

export interface TranscriptOutputs {
  'sessions.items': ItemPage;
  'sessions.find': readonly FoundItem[];
  /** Null when there is no such item. */
  'sessions.locate': number | null;
  'sessions.edits': readonly TurnEdit[];
  'sessions.generations': readonly Generation[];
}
