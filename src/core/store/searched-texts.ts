import { z } from 'zod';
import { moveIn } from './blob-fields.ts';
import type { BlobStore } from './blob-store.ts';
import { blobReferenceSchema } from './log-format.ts';

/** Bytes of a text that was moved out of the log which a search looks into. */
const SEARCHED_BYTES = 1024 * 1024;

const block = z.object({ type: z.string(), text: z.string().optional() });
const completion = z.object({ title: z.string(), text: z.string() });
const userMessage = z.object({
  role: z.literal('user'),
  id: z.string(),
  text: z.string(),
  attachments: z.array(z.object({ text: z.string().optional() })).optional(),
  results: z.object({ completions: z.array(completion) }).optional(),
});
const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.end'),
    data: z.object({
      message: z.discriminatedUnion('role', [
        userMessage,
        z.object({ role: z.literal('assistant'), id: z.string(), blocks: z.array(block) }),
      ]),
    }),
  }),
  z.object({ type: z.literal('tool.end'), data: z.object({ call: z.string(), text: z.string() }) }),
]);
const movedSchema = z.object({ data: z.record(z.string(), z.unknown()), blobs: z.array(blobReferenceSchema) });

/** A text that a search looks into, and the item of the transcript it belongs to. */
export interface SearchedText {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly item: string;
  readonly text: string;
}

/** What the line of a log holds that can be found; nothing for a line that is damaged or of another kind. */
export function searchedTexts(line: string): readonly SearchedText[] {
  return textsOf(parse(line));
}

/** Those of the schema above that hold texts. */
const FIELDS: ReadonlySet<unknown> = new Set(['text', 'title']);

/** No string of a line can hold it: its quotes would be escaped there. */
const MOVED = '"blobs":[{"path":';

/** Whether texts of the line lie in blobs. */
export function hasMovedTexts(line: Buffer): boolean {
  return line.includes(MOVED);
}

/** The same of a line with its texts from the blobs, as far as they are searched; `missing` when one of them could not be read. */
export async function movedTexts(
  line: string,
  blobs: BlobStore,
): Promise<{ readonly texts: readonly SearchedText[]; readonly missing: boolean }> {
  const json = parse(line);
  const moved = movedSchema.safeParse(json);
  if (textsOf(json).length === 0 || !moved.success) return { texts: [], missing: false };
  let missing = false;
  const read = async (sha256: string): Promise<string> => {
    const text = await blobs.beginning(sha256, SEARCHED_BYTES);
    missing ||= text === undefined;
    return text ?? '';
  };
  const searched = moved.data.blobs.filter(({ path }) => FIELDS.has(path.at(-1)));
  await moveIn(moved.data.data, searched, { read });
  return { texts: textsOf({ ...Object(json), data: moved.data.data }), missing };
}

function textsOf(json: unknown): readonly SearchedText[] {
  const parsed = entrySchema.safeParse(json);
  if (!parsed.success) return [];
  if (parsed.data.type === 'tool.end') {
    const { call, text } = parsed.data.data;
    return [{ role: 'tool', item: call, text }];
  }
  const { message } = parsed.data.data;
  if (message.role === 'user') return userTexts(message);
  return message.blocks.map(({ text }) => ({ role: 'assistant', item: message.id, text: text ?? '' }));
}

/** How side work ended is an item of its own, as the fold makes them. */
function userTexts({ id, text, attachments = [], results }: z.infer<typeof userMessage>): readonly SearchedText[] {
  const said = [text, ...attachments.map((attachment) => attachment.text ?? '')];
  const ended = results?.completions ?? [];
  return [
    ...said.map((part): SearchedText => ({ role: 'user', item: id, text: part })),
    ...ended.flatMap((work, index) =>
      [work.title, work.text].map((part): SearchedText => ({ role: 'tool', item: `${id}/${index}`, text: part })),
    ),
  ];
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
