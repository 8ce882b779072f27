import { z } from 'zod';

const block = z.object({ type: z.string(), text: z.string().optional() });
const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.end'),
    data: z.object({
      message: z.discriminatedUnion('role', [
        z.object({ role: z.literal('user'), id: z.string(), text: z.string() }),
        z.object({ role: z.literal('assistant'), id: z.string(), blocks: z.array(block) }),
      ]),
    }),
  }),
  z.object({ type: z.literal('tool.end'), data: z.object({ call: z.string(), text: z.string() }) }),
]);

/** A text that a search looks into, and the message or call it belongs to. */
export interface SearchedText {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly item: string;
  readonly text: string;
}

/** What the line of a log holds that can be found; nothing for a line that is damaged or of another kind. */
export function searchedTexts(line: string): readonly SearchedText[] {
  const parsed = entrySchema.safeParse(parse(line));
  if (!parsed.success) return [];
  if (parsed.data.type === 'tool.end') {
    const { call, text } = parsed.data.data;
    return [{ role: 'tool', item: call, text }];
  }
  const { message } = parsed.data.data;
  if (message.role === 'user') return [{ role: 'user', item: message.id, text: message.text }];
  return message.blocks.map(({ text }) => ({ role: 'assistant', item: message.id, text: text ?? '' }));
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
