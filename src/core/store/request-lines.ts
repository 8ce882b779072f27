/**
 * The lines of `requests.jsonl`, which lies beside a session's log: what was sent to models, as prints of its parts. Two kinds:
 *
 *   {"sent":12,"from":11,"run":"5f0c9a11","time":…,"model":"openai/gpt-5.1","source":"parent","keeps":300000,"kept":37,"messages":[["user","3b…",812],…]}
 *   {"ended":12,"time":…,"stop":"complete","countsCache":true,"usage":{…},"prices":{…}}
 *
 * A request is told as what differs from the last one to the same model, `from`: its first `kept` messages are those of that one, and so are
 * `params`, `tools` and `system` where they are absent. `texts` names blobs that hold the text of parts.
 *
 * Nothing of a session depends on this file. A line that cannot be read makes those that build on it unknown, up to the next that builds on none.
 */
import { z } from 'zod';
import { usageSchema } from '../../shared/usage.ts';

const count = z.number().int().nonnegative();
const rest = { hash: z.string(), bytes: count };
const message = z.union([
  z.tuple([z.enum(['user', 'assistant', 'tool']), z.string(), count]),
  z.tuple([z.enum(['user', 'assistant', 'tool']), z.string(), count, count]),
]);

const sentLineSchema = z.object({
  sent: z.number().int().positive(),
  from: z.number().int().positive().optional(),
  /** One for each time the session was opened. */
  run: z.string(),
  time: z.number(),
  model: z.string(),
  source: z.enum(['parent', 'child', 'advisor', 'compaction']),
  retry: z.boolean().optional(),
  /** Milliseconds that the provider keeps what it read. */
  keeps: count,
  /** Their text, since it is short and says what changed. */
  params: z.string().optional(),
  tools: z.object(rest).optional(),
  system: z.object(rest).optional(),
  kept: count,
  messages: z.array(message),
  texts: z.array(z.object({ hash: z.string(), blob: z.string().regex(/^[0-9a-f]{64}$/) })).optional(),
});
export type SentLine = z.infer<typeof sentLineSchema>;

const pricesSchema = z.object({ uncached: count, read: count, write: count });

const endedLineSchema = z.object({
  ended: z.number().int().positive(),
  time: z.number(),
  stop: z.string(),
  countsCache: z.boolean(),
  usage: usageSchema.optional(),
  /** What the whole prompt would have cost in each tier, in 1e-9 US dollars; absent when no price is known. */
  prices: pricesSchema.optional(),
});
export type EndedLine = z.infer<typeof endedLineSchema>;

const lineSchema = z.union([sentLineSchema, endedLineSchema]);
export type RequestLine = z.infer<typeof lineSchema>;

/** Those lines of the file that can be read, and how many cannot. */
export function parseRequestLines(text: string): { readonly lines: readonly RequestLine[]; readonly unreadable: number } {
  const written = text.split('\n').filter((line) => line !== '');
  const lines = written.flatMap((line) => parseLine(line) ?? []);
  return { lines, unreadable: written.length - lines.length };
}

function parseLine(line: string): RequestLine | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
