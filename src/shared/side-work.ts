import { z } from 'zod';
import { callIdSchema } from './ids.ts';

/** Work that goes on beside the conversation: a background command, or a child. */
export const workKindSchema = z.enum(['command', 'child']);
export type WorkKind = z.infer<typeof workKindSchema>;

/** Stands in what the model is told ahead of the output, so it can hold nothing that passes for its end. */
export const workIdSchema = z.string().regex(/^[\w.:-]{1,200}$/);

export const sideWorkSchema = z.object({
  /** Never that of other work at the same time; it can be used again once its end was told. */
  id: workIdSchema,
  kind: workKindSchema,
  /** One line: the command, or what the child is to do. */
  title: z.string(),
  /** What started it. */
  call: callIdSchema.optional(),
  /** Whether the session waits for it. A server that runs until somebody ends it is not waited for. */
  awaited: z.boolean(),
  /** What the model is told when the session ends before it does. */
  lost: z.string().optional(),
});
export type SideWork = z.infer<typeof sideWorkSchema>;

/** `lost` ended with the session before anybody knew how. */
export const workStatusSchema = z.enum(['done', 'failed', 'partial', 'cancelled', 'lost']);
export type WorkStatus = z.infer<typeof workStatusSchema>;

/** How side work ended. */
export const completionSchema = sideWorkSchema.pick({ id: true, kind: true, title: true, call: true }).extend({
  status: workStatusSchema,
  /** One line each, ahead of the output. */
  facts: z.array(z.string()),
  text: z.string(),
  duration: z.number().nonnegative().optional().describe('milliseconds'),
  /** Told with the next message; it never makes the model go on. */
  quiet: z.boolean().optional(),
});
export type Completion = z.infer<typeof completionSchema>;

/** What the model is told of side work in one message: what still runs, and what ended, in the order it did. */
export const resultsSchema = z.object({
  pending: z.array(sideWorkSchema.pick({ id: true, kind: true, title: true })),
  completions: z.array(completionSchema),
});
export type Results = z.infer<typeof resultsSchema>;

/** Why results wait for a person: the last turn did not end by itself, or the token budget of the prompt is spent. */
export const holdReasonSchema = z.enum(['stopped', 'budget']);
export type HoldReason = z.infer<typeof holdReasonSchema>;

/** What side work of a session runs, and what of it has ended without the model being told. */
export interface Pending {
  readonly work: readonly SideWork[];
  readonly untold: readonly Completion[];
}

/** Whether the conversation goes on by itself when what is pending has ended. */
export function isPending({ work, untold }: Pending): boolean {
  return work.some(({ awaited }) => awaited) || untold.some(({ quiet }) => !quiet);
}
