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

export interface LogEntry {
  readonly id: string;
  readonly parent: string | null;
  readonly time: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly blobs?: readonly BlobReference[] | undefined;
}

const blobsSchema = z.array(blobReferenceSchema).optional();

/** By hand, since it is asked about every line of every log that is opened: a schema takes a third as long as reading the JSON. */
export function isEntry(value: unknown): value is LogEntry {
  if (!isRecord(value)) return false;
  const { id, parent, time, type, data, blobs } = value;
  const named = isName(id) && (parent === null || isName(parent)) && isName(type);
  return named && Number.isFinite(time) && isRecord(data) && (blobs === undefined || blobsSchema.safeParse(blobs).success);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(keptEventSchema.options.map((option) => option.shape.type.value));

export type DecodedEntry =
  | { readonly kind: 'event'; readonly time: number; readonly event: KeptEvent }
  /** Written by a newer build of the same schema. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'corrupt' };

/** Blobs must have been put back into `data` before; it is used up. */
export function decodeEntry(entry: LogEntry): DecodedEntry {
  if (!KNOWN_TYPES.has(entry.type)) return { kind: 'unknown' };
  const event = keptEventSchema.safeParse(Object.assign(entry.data, { type: entry.type }));
  return event.success ? { kind: 'event', time: entry.time, event: event.data } : { kind: 'corrupt' };
}

export function encodeLine(line: LogHeader | LogEntry): string {
  return `${JSON.stringify(line)}\n`;
}
