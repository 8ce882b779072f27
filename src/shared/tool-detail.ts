import { z } from 'zod';
import { pictureSchema } from './attachments.ts';

export const toolErrorKindSchema = z.enum([
  'approval_denied',
  'cancelled',
  'invalid_input',
  'not_dispatched',
  'interrupted',
  'policy_denied',
  'sandbox_unavailable',
  'timed_out',
  'tool_failed',
  'unknown_tool',
]);
export type ToolErrorKind = z.infer<typeof toolErrorKindSchema>;

/** One changed file. `patch` is a unified diff with three lines of context, without the file header; absent when too large to keep. */
export const fileChangeSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'modified', 'deleted', 'moved']),
  movedFrom: z.string().optional(),
  added: z.number().int().nonnegative(),
  removed: z.number().int().nonnegative(),
  patch: z.string().optional(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

const bashDetailSchema = z.object({
  kind: z.literal('bash'),
  command: z.string(),
  /** -1 when the command did not finish by itself. */
  exitCode: z.number().int(),
  output: z.string(),
  truncated: z.boolean(),
  sandboxed: z.boolean(),
  /** The whole output on disk, when it did not fit; `read` can page it. */
  artifact: z.string().optional(),
  /** Hosts that it wanted to reach and was not allowed to. */
  refusedHosts: z.array(z.string()).optional(),
});

const count = z.number().int().nonnegative();

/** What the person sees of a tool result, beside the text the model gets. Paths are relative to the project where they lie in it. */
export const toolDetailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), path: z.string(), startLine: count, endLine: count, totalLines: count }),
  z.object({ kind: z.literal('list'), path: z.string(), entries: count, more: z.boolean() }),
  z.object({ kind: z.literal('grep'), pattern: z.string(), path: z.string(), matches: count, files: count, more: z.boolean() }),
  bashDetailSchema,
  z.object({ kind: z.literal('mutate'), changes: z.array(fileChangeSchema) }),
  /** Text for the person that the model does not get: a file that was displayed, the full result of a custom tool. */
  z.object({ kind: z.literal('shown'), title: z.string(), text: z.string() }),
  /** A picture, read by the model or displayed to the person only. */
  z.object({ kind: z.literal('picture'), path: z.string(), picture: pictureSchema }),
  z.object({ kind: z.literal('error'), error: toolErrorKindSchema, message: z.string() }),
]);
export type ToolDetail = z.infer<typeof toolDetailSchema>;

/** `example.org was refused`, of hosts that a command was not allowed to reach. */
export function refusedWords(hosts: readonly string[]): string {
  const [first = '', ...more] = hosts;
  return more.length === 0 ? `${first} was refused` : `${hosts.length} hosts were refused: ${hosts.join(', ')}`;
}
