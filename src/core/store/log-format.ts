/**
 * The lines of a session log. The first is a header, every other one an entry:
 *
 *   {"schema":1,"id":"…","project":"/…","title":"…","model":"…","time":1767225600000}
 *   {"id":"1","parent":null,"time":1767225600123,"type":"turn.start","data":{"turn":"…","model":"…"}}
 *
 * `id` is the number of the line, `parent` the entry before it, `time` milliseconds since the epoch. The fields of the event stand in `data`,
 * so that no event can collide with them. A long string is empty in `data` and kept in the blob that `blobs` names for its place.
 */
import { z } from 'zod';
import { type KeptEvent, keptEventSchema } from '../../shared/events.ts';
import { sessionIdSchema } from '../../shared/ids.ts';

export const LOG_SCHEMA = 1;

export const logHeaderSchema = z.object({
  schema: z.literal(LOG_SCHEMA),
  id: sessionIdSchema,
  project: z.string(),
  title: z.string(),
  model: z.string(),
  time: z.number(),
});
export type LogHeader = z.infer<typeof logHeaderSchema>;

/** What every schema's header has. */
export const anyHeaderSchema = z.looseObject({ schema: z.number().int().positive() });

export const blobReferenceSchema = z.object({
  path: z.array(z.union([z.string(), z.number().int().nonnegative()])).min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BlobReference = z.infer<typeof blobReferenceSchema>;

export const logEntrySchema = z.object({
  id: z.string().min(1),
  parent: z.string().min(1).nullable(),
  time: z.number(),
  type: z.string().min(1),
  data: z.record(z.string(), z.unknown()),
  blobs: z.array(blobReferenceSchema).optional(),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

const KNOWN_TYPES: ReadonlySet<string> = new Set(keptEventSchema.options.map((option) => option.shape.type.value));

export type DecodedEntry =
  | { readonly kind: 'event'; readonly time: number; readonly event: KeptEvent }
  /** Written by a newer build of the same schema. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'corrupt' };

/** Blobs must have been put back into `data` before. */
export function decodeEntry(entry: LogEntry): DecodedEntry {
  if (!KNOWN_TYPES.has(entry.type)) return { kind: 'unknown' };
  const event = keptEventSchema.safeParse({ ...entry.data, type: entry.type });
  return event.success ? { kind: 'event', time: entry.time, event: event.data } : { kind: 'corrupt' };
}

export function encodeLine(line: LogHeader | LogEntry): string {
  return `${JSON.stringify(line)}\n`;
}
