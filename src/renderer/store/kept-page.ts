import { z } from 'zod';
import { sessionIdSchema } from '../../shared/ids.ts';

/** What stands on the page and outlives a reload. Another project has nothing of it. */
export const keptPageSchema = z.object({
  project: z.string(),
  /** Null is the empty page for a new session. */
  current: sessionIdSchema.nullable(),
  inspectorTab: z.enum(['changes', 'context', 'prefix', 'session']),
  diffStyle: z.enum(['unified', 'split']),
});
export type KeptPage = z.infer<typeof keptPageSchema>;
