import { z } from 'zod';
import { messageIdSchema } from './ids.ts';
import { userMessageSchema } from './messages.ts';
import { spendSchema } from './spend.ts';
import { usageSchema } from './usage.ts';

/** `automatic` when the context was nearly full, `manual` when a person asked. */
export const compactionCauseSchema = z.enum(['automatic', 'manual']);
export type CompactionCause = z.infer<typeof compactionCauseSchema>;

/** `emergency` keeps less and summarises shorter, when `normal` would not make enough room. */
export const compactionStageSchema = z.enum(['normal', 'emergency']);
export type CompactionStage = z.infer<typeof compactionStageSchema>;

const tokenCount = z.number().int().nonnegative();

/** What of a compaction is kept, as variants of the union in `events.ts`, which draws their place. */
export const compactionEvents = [
  z.object({
    type: z.literal('compaction.end'),
    /** Counts the compactions in force, from 1. */
    generation: z.number().int().positive(),
    cause: compactionCauseSchema,
    stage: compactionStageSchema,
    /** Stands first in what the model is sent from here on. */
    summary: userMessageSchema,
    /** `extract` was put together without the model, which had nothing to say. */
    source: z.enum(['model', 'extract']),
    /** `provider/model-id` that wrote it, when that was not the session's own. */
    writer: z.string().optional(),
    /** The first message that stays word for word, with all that follow it; the summary's own id when none does. */
    first: messageIdSchema,
    /** Pinned messages before `first` that stay too, each with the results of its calls. */
    kept: z.array(messageIdSchema),
    /** What the summary stands for. */
    dropped: z.object({ prompts: tokenCount, answers: tokenCount, results: tokenCount }),
    /** Tokens of the next request, before and after. */
    before: tokenCount,
    after: tokenCount,
    focus: z.string().optional(),
    usage: usageSchema.optional(),
    /** Absent in old logs. */
    spend: spendSchema.optional(),
    duration: z.number().nonnegative().describe('milliseconds'),
  }),
  z.object({
    type: z.literal('compaction.fail'),
    cause: compactionCauseSchema,
    stop: z.enum(['failed', 'cancelled', 'nothing']),
    message: z.string(),
    hint: z.string().optional(),
    usage: usageSchema.optional(),
    spend: spendSchema.optional(),
  }),
  /** The newest compaction in force is taken back: the model is sent again what it was sent before, followed by what was said since. */
  z.object({ type: z.literal('compaction.undo'), generation: z.number().int().positive() }),
] as const;
