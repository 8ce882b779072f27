import { z } from 'zod';
import { attachmentSchema, pictureSchema } from './attachments.ts';
import { callIdSchema, messageIdSchema } from './ids.ts';
import { resultsSchema } from './side-work.ts';
import { skillBlockSchema } from './skills.ts';
import { usageSchema } from './usage.ts';

const textBlockSchema = z.object({ type: z.literal('text'), text: z.string() });

/** `signature` is the provider's proof of origin: a block without one is shown but never sent back where one is required. */
const thinkingBlockSchema = z.object({
  type: z.literal('thinking'),
  text: z.string(),
  signature: z.string().optional(),
});

/** `arguments` is the JSON text exactly as the model wrote it, so that history returns to the provider byte for byte. */
export const toolCallBlockSchema = z.object({
  type: z.literal('tool_call'),
  id: callIdSchema,
  name: z.string().min(1),
  arguments: z.string(),
});
export type ToolCallBlock = z.infer<typeof toolCallBlockSchema>;

const assistantBlockSchema = z.discriminatedUnion('type', [textBlockSchema, thinkingBlockSchema, toolCallBlockSchema]);
export type AssistantBlock = z.infer<typeof assistantBlockSchema>;

/** `prompt` starts a turn, `steer` was typed while one ran, `notice` is written by the engine for the model, `result` tells only how side work ended. */
export const userOriginSchema = z.enum(['prompt', 'steer', 'notice', 'result']);
export type UserOrigin = z.infer<typeof userOriginSchema>;

/** Whether a person said it. */
export function isPersons(origin: UserOrigin): boolean {
  return origin === 'prompt' || origin === 'steer';
}

export const userMessageSchema = z.object({
  role: z.literal('user'),
  id: messageIdSchema,
  origin: userOriginSchema,
  /** What the engine tells the model ahead of the text, such as the mode. Kept for good, since taking it out later would rewrite the cached prefix. */
  notice: z.string().optional(),
  /** Skills that changed since the message before, between notice and text. Kept for good as well. */
  skills: z.array(skillBlockSchema).optional(),
  /** How work ended that went on beside the conversation, between skills and text. */
  results: resultsSchema.optional(),
  text: z.string(),
  /** What goes along, in the order it is sent. The text may be empty then. */
  attachments: z.array(attachmentSchema).optional(),
});
export type UserMessage = z.infer<typeof userMessageSchema>;

/** Why the model stopped writing. `cut` is a stream that broke after something was shown. */
export const modelStopSchema = z.enum(['complete', 'tool_calls', 'max_tokens', 'refusal', 'cancelled', 'cut']);
export type ModelStop = z.infer<typeof modelStopSchema>;

export const assistantMessageSchema = z.object({
  role: z.literal('assistant'),
  id: messageIdSchema,
  /** `provider/model-id` that answered. */
  model: z.string().min(1),
  blocks: z.array(assistantBlockSchema),
  stop: modelStopSchema,
  usage: usageSchema.optional(),
  /** Opaque to everyone but the wire that wrote it; sent back with the message. */
  replay: z.record(z.string(), z.json()).optional(),
});
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;

/** What the model is told about one tool call. Exactly one exists per call, also after a stop. */
export const toolMessageSchema = z.object({
  role: z.literal('tool'),
  callId: callIdSchema,
  name: z.string().min(1),
  text: z.string(),
  isError: z.boolean(),
  pictures: z.array(pictureSchema).optional(),
});
export type ToolMessage = z.infer<typeof toolMessageSchema>;

export const messageSchema = z.discriminatedUnion('role', [userMessageSchema, assistantMessageSchema, toolMessageSchema]);
export type Message = z.infer<typeof messageSchema>;

export function toolCalls(message: AssistantMessage): readonly ToolCallBlock[] {
  return message.blocks.filter((block) => block.type === 'tool_call');
}

export function plainText(message: AssistantMessage): string {
  return message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
