import { z } from 'zod';
import { blobSchema } from '../../shared/attachments.ts';
import { keptEventSchema, type Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { NOTHING, type Seed, seedFrom } from './fork.ts';

const FORMAT = 'steiner-session';

const exportSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  /** How many events there are; older exports do not say. */
  count: z.number().optional(),
  /** Pictures as base64, by blob. */
  blobs: z.record(blobSchema, z.string()).optional(),
  events: z.array(z.object({ time: z.number(), event: keptEventSchema })).min(1),
});

export type Blobs = Readonly<Record<string, string>>;

/** Everything that is kept of a session, long texts and pictures included, as one JSON document with one event per line. */
export function exportJson(events: readonly Stamped[], blobs: Blobs = {}): string {
  const lines = events.map((stamped) => JSON.stringify(stamped)).join(',\n');
  const pictures = Object.keys(blobs).length === 0 ? '' : `"blobs":${JSON.stringify(blobs)},`;
  return `{"format":"${FORMAT}","version":1,"count":${events.length},${pictures}"events":[\n${lines}\n]}\n`;
}

export interface ImportOptions {
  readonly id: SessionId;
  readonly project: string;
  readonly now: number;
}

export interface Imported {
  readonly seed: Seed;
  readonly blobs: Blobs;
}

/** The session in such a document, as a session of this project with an id of its own. */
export function importJson(text: string, options: ImportOptions): Result<Imported, Problem> {
  const document = exportSchema.safeParse(parse(text));
  if (!document.success) return err(invalid(z.prettifyError(document.error).split('\n').slice(0, 2).join(' ')));
  const { count, events } = document.data;
  if (count !== undefined && count !== events.length) return err(incomplete(count, events.length));
  const [start, ...rest] = events;
  if (start?.event.type !== 'session.start') return err(invalid('The first event is no session.start.'));
  const { parent: _, agent: __, forkedFrom: ___, cacheKey: ____, ...known } = start.event;
  const beginning: Stamped = { time: options.now, event: { ...known, session: options.id, project: options.project } };
  const seed = seedFrom([beginning, ...rest], { now: options.now, draft: NOTHING });
  return ok({ seed, blobs: document.data.blobs ?? {} });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function incomplete(count: number, found: number): Problem {
  return {
    code: 'import_invalid',
    message: `This session is not complete: ${count} events were exported, and the file holds ${found}.`,
    hint: 'Export it again, or take an unchanged copy of the file.',
    safe: 'Nothing was imported.',
  };
}

function invalid(detail: string): Problem {
  return {
    code: 'import_invalid',
    message: 'This file is no exported session.',
    hint: 'Choose a file that was exported as JSON by this version or an earlier one.',
    safe: 'Nothing was imported.',
    detail,
  };
}
