import { z } from 'zod';
import type { SearchHit } from '../../shared/search.ts';

const block = z.object({ type: z.string(), text: z.string().optional() });
const lineSchema = z.discriminatedUnion('type', [
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

type Place = Pick<SearchHit, 'role' | 'snippet' | 'from' | 'to'> & { readonly item?: string };

const BEFORE = 40;
const AFTER = 120;

/** Words that every line holds outside its texts. */
const FRAME =
  'id parent time type data message.end tool.end role user assistant origin prompt steer notice text blocks thinking signature tool_call name arguments model ' +
  'provider stop complete usage input output cacheRead cacheWrite call isError true false null detail kind path command exitCode truncated sandboxed ' +
  'duration files bash read grep glob ls mutate apply_patch changes created modified deleted moved added removed patch replay blobs sha256';

/**
 * The pattern that finds the lines of a log whose strings hold `query`, whatever its case. A string is escaped as JSON is, and so is what is looked
 * for. Words that could be part of the frame of a line are looked for in texts only, by a pattern that takes several times as long.
 */
export function linePattern(query: string): string {
  const escaped = JSON.stringify(query)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const words = `(?i:${escaped})`;
  if (!isFrame(query)) return `${words}${STRING_REST}"[,}\\]]`;
  return `"type":"(?:message|tool)\\.end","data":.*"text":"${STRING_REST}${words}`;
}

const STRING_REST = '(?:[^"\\\\]|\\\\.)*';

function isFrame(query: string): boolean {
  return /^[0-9a-f]{1,8}$/i.test(query) || FRAME.toLowerCase().includes(query.toLowerCase());
}

/** Where the words stand in a line of a log; undefined when they stand in none of its texts. */
export function placeInLine(line: string, query: string): Place | undefined {
  const parsed = lineSchema.safeParse(parse(line));
  if (!parsed.success) return undefined;
  if (parsed.data.type === 'tool.end') {
    const { call, text } = parsed.data.data;
    return placeIn(text, query, { role: 'tool', item: call });
  }
  const { message } = parsed.data.data;
  if (message.role === 'user') return placeIn(message.text, query, { role: 'user', item: message.id });
  const texts = message.blocks.map(({ text }) => text ?? '');
  return firstOf(texts.map((text) => placeIn(text, query, { role: 'assistant', item: message.id })));
}

export function placeIn(text: string, query: string, of: Pick<Place, 'role' | 'item'>): Place | undefined {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at === -1) return undefined;
  const before = oneLine(text.slice(Math.max(0, at - BEFORE), at));
  const found = oneLine(text.slice(at, at + query.length));
  const start = `${at > BEFORE ? '…' : ''}${before}`;
  const snippet = `${start}${found}${oneLine(text.slice(at + query.length, at + query.length + AFTER))}`;
  return { ...of, snippet, from: start.length, to: start.length + found.length };
}

function firstOf<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
