import { z } from 'zod';
import { approvalIdSchema, callIdSchema } from './ids.ts';

const approvalKindSchema = z.enum(['path', 'command']);

/** A question only a person can answer. The call that raised it waits; nothing it asks for has happened yet. */
export const approvalSchema = z.object({
  id: approvalIdSchema,
  callId: callIdSchema,
  kind: approvalKindSchema,
  tool: z.string(),
  /** What would be touched: an absolute path, or the command line. */
  subject: z.string(),
  access: z.enum(['read', 'write', 'run']),
  /** Why this one was asked, in a sentence. */
  reason: z.string(),
  /** What allowing it would do, a few lines at most. */
  preview: z.string(),
  /** How to allow it for good. */
  permanent: z.string(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** `session` covers the same subject (and what lies below a folder) until the session closes. */
export const approvalDecisionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow_once') }),
  z.object({ type: z.literal('allow_session') }),
  z.object({ type: z.literal('deny'), reason: z.string().max(2_000).optional() }),
]);
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;

/** Who answered: a person, the rules of an unattended run, or the end of the turn. */
export const approvalSourceSchema = z.enum(['person', 'unattended', 'stopped', 'restart']);
export type ApprovalSource = z.infer<typeof approvalSourceSchema>;
