import { z } from 'zod';
import { approvalSchema } from './approvals.ts';
import { callIdSchema, sessionIdSchema } from './ids.ts';
import { stopReasonSchema } from './session.ts';
import { workStatusSchema } from './side-work.ts';
import { spendSchema } from './spend.ts';
import { usageSchema } from './usage.ts';

const tokenCount = z.number().int().nonnegative();

/** What a parent keeps of its children, as variants of the union in `events.ts`, which draws their place. */
export const childEvents = [
  /** Accepted: it runs, or waits for a free place. */
  z.object({
    type: z.literal('child.start'),
    child: sessionIdSchema,
    call: callIdSchema,
    agent: z.string(),
    task: z.string(),
    /** Results of one group are told together. The name is not used again in this session. */
    group: z.string().optional(),
  }),
  z.object({
    type: z.literal('child.end'),
    child: sessionIdSchema,
    stop: stopReasonSchema,
    /** Absent in old logs: what `stop` says. */
    status: workStatusSchema.optional(),
    /** Why it is anything but done. */
    reason: z.string().optional(),
    rounds: tokenCount.optional(),
    usage: usageSchema,
    spend: spendSchema.optional(),
    /** In old logs, in place of `spend`: 1e-9 US dollars, absent when a price is not known. */
    cost: tokenCount.optional(),
    duration: z.number().nonnegative().describe('milliseconds'),
  }),
] as const;

/** What a child asks a person while it waits for the answer, and who asks. The question itself and its answer are in the child's own log. */
const childQuestion = z.object({
  agent: z.string(),
  task: z.string(),
  approval: approvalSchema,
  /** As in `approval.time`. */
  until: z.number().optional(),
});

/** What is not named stays as it was. Amounts are those of the whole child until now. */
export const childUpdate = z.object({
  type: z.literal('child.update'),
  child: sessionIdSchema,
  state: z.enum(['queued', 'running']).optional(),
  operation: z.string().optional(),
  rounds: tokenCount.optional(),
  usage: usageSchema.optional(),
  spend: spendSchema.optional(),
  /** Null when none waits any more. */
  question: childQuestion.nullable().optional(),
});

export type ChildQuestion = z.infer<typeof childQuestion>;
