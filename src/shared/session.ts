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

/** `standard`: a session hands out by default and leads; `low`: it works itself and may hand out. */
export const orchestrationSchema = z.enum(['standard', 'low']);
export type Orchestration = z.infer<typeof orchestrationSchema>;

/** What a person says about a session in the list. Kept beside its log: it is no part of the conversation, and needs no right to write it. */
export const sessionMarksSchema = z.object({ pinned: z.boolean().optional(), archived: z.boolean().optional() });
export type SessionMarks = z.infer<typeof sessionMarksSchema>;

/** One row of the session list. Times are milliseconds since the epoch. */
export const sessionSummarySchema = z.object({
  id: sessionIdSchema,
  /** Of a child: the session that started it. */
  parent: sessionIdSchema.optional(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  model: z.string(),
  turns: z.number().int().nonnegative(),
  lastStop: stopReasonSchema.optional(),
  /** Another process holds the session, or a newer Steiner wrote it; it can be read but not written here. */
  readOnly: z.boolean(),
  /** Stopped at a usage limit: when it goes on by itself, in milliseconds since the epoch. */
  resumesAt: z.number().optional(),
  /** A question waits for a person. */
  waiting: z.boolean().optional(),
  ...sessionMarksSchema.shape,
  /** Only of a session in the trash. */
  trashedAt: z.number().optional(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;
