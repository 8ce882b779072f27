import { z } from 'zod';
import { sessionIdSchema } from '../../shared/ids.ts';

/** An answer to a question that is being written. */
const answerDraftSchema = z.object({
  /** Of a denial. */
  reason: z.string().optional(),
  /** The pattern of a rule; absent when none is being made. */
  rule: z.string().optional(),
});
export type AnswerDraft = z.infer<typeof answerDraftSchema>;

/** What stands on the page and outlives a reload. Another project has nothing of it. */
export const keptPageSchema = z.object({
  project: z.string(),
  /** Null is the empty page for a new session. */
  current: sessionIdSchema.nullable(),
  inspectorTab: z.enum(['changes', 'context', 'prefix', 'session']),
  diffStyle: z.enum(['unified', 'split']),
  /** By question. */
  answers: z.record(z.string(), answerDraftSchema).default({}),
});
export type KeptPage = z.infer<typeof keptPageSchema>;
