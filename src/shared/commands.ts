import { z } from 'zod';
import { approvalDecisionSchema } from './approvals.ts';
import { givenAttachmentsSchema } from './attachments.ts';
import { deliverySchema } from './events.ts';
import { approvalIdSchema, messageIdSchema, queueItemIdSchema, sessionIdSchema, turnIdSchema } from './ids.ts';
import { LONGEST_PROMPT } from './prompt-limit.ts';
import { modeSchema, orchestrationSchema } from './session.ts';
import { skillNameSchema } from './skills.ts';

const session = sessionIdSchema;
const skillNames = z.array(skillNameSchema).max(32);
const promptText = z.string().trim().min(1).max(LONGEST_PROMPT);

const prompt = z
  .object({
    type: z.literal('prompt'),
    session,
    text: z.string().trim().max(LONGEST_PROMPT),
    attachments: givenAttachmentsSchema.optional(),
    delivery: deliverySchema,
    skills: skillNames.optional(),
  })
  .refine(({ text, attachments = [] }) => text !== '' || attachments.length > 0, 'a prompt has text or an attachment');

/**
 * What a person can ask of a session. A command is answered at once with whether it was taken; what it led to comes as events.
 *
 * `prompt` starts a turn when the session is idle; files its text mentions are attached when it is told to the model. While a turn runs it is queued, and `delivery` says for when.
 * `session.mode` holds at once, also for the running turn's next call; the model is told with the next message.
 * `stop` ends the running turn; queued items stay queued. While the session waits for side work it has the results wait for the next prompt. `turn` is the newest one
 * that the person saw: when another has begun since, nothing is stopped.
 * `session.skill` activates a skill by name, or deactivates it; so does `skills` of a prompt, before the prompt, and what its text, or the new text of a queued one, begins with as `/name`.
 * `approval.look` says that a person has a question before their eyes, so that its time does not run out meanwhile.
 * `pause.cancel` keeps a session stopped that would go on by itself when a usage limit is reset.
 * `session.compact` replaces older messages by a summary in what the model is sent; `focus` says what to keep in view. While a turn runs it waits.
 * `child.stop` ends a child of the session, or all that run and wait; what they said until then is told to the model.
 * `session.orchestration` has the session hand out more or less from its next turn on, until it is opened again.
 * `compaction.undo` takes the newest one back, while no turn runs.
 */
export const commandSchema = z.discriminatedUnion('type', [
  prompt,
  z.object({ type: z.literal('queue.edit'), session, item: queueItemIdSchema, text: promptText }),
  z.object({ type: z.literal('queue.remove'), session, item: queueItemIdSchema }),
  z.object({ type: z.literal('queue.move'), session, item: queueItemIdSchema, to: z.number().int().nonnegative() }),
  z.object({ type: z.literal('stop'), session, turn: turnIdSchema.optional() }),
  z.object({ type: z.literal('continue'), session }),
  z.object({ type: z.literal('pause.cancel'), session }),
  z.object({ type: z.literal('approval.answer'), session, approval: approvalIdSchema, decision: approvalDecisionSchema }),
  z.object({ type: z.literal('approval.look'), session, approval: approvalIdSchema }),
  z.object({ type: z.literal('session.rename'), session, title: z.string().trim().min(1).max(200) }),
  z.object({ type: z.literal('session.mode'), session, mode: modeSchema }),
  z.object({ type: z.literal('session.skill'), session, name: skillNameSchema, active: z.boolean() }),
  z.object({ type: z.literal('session.model'), session, model: z.string().min(1) }),
  z.object({ type: z.literal('session.compact'), session, focus: z.string().trim().min(1).max(10_000).optional() }),
  z.object({ type: z.literal('compaction.undo'), session, generation: z.number().int().positive() }),
  z.object({ type: z.literal('child.stop'), session, child: sessionIdSchema.optional() }),
  z.object({ type: z.literal('session.orchestration'), session, level: orchestrationSchema }),
  z.object({ type: z.literal('message.pin'), session, message: messageIdSchema, pinned: z.boolean() }),
]);
export type Command = z.infer<typeof commandSchema>;
