import { z } from 'zod';
import { sessionIdSchema } from './ids.ts';

/** Why a turn ended. `interrupted` is written when a session is opened whose last turn never ended. */
export const stopReasonSchema = z.enum([
  'complete',
  'max_turns',
  'max_tokens',
  'cancelled',
  'error',
  'usage_limit',
  'workflow_handoff',
  'interrupted',
]);
export type StopReason = z.infer<typeof stopReasonSchema>;

/** `plan` writes nothing but plans and audit reports; `build` may change the project. */
export const modeSchema = z.enum(['plan', 'build']);
export type Mode = z.infer<typeof modeSchema>;

/** One row of the session list. Times are milliseconds since the epoch. */
export const sessionSummarySchema = z.object({
  id: sessionIdSchema,
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  model: z.string(),
  turns: z.number().int().nonnegative(),
  lastStop: stopReasonSchema.optional(),
  /** Another process holds the session; it can be read but not written here. */
  readOnly: z.boolean(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;
