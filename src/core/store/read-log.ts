import { readFile } from 'node:fs/promises';
import type { Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import { errnoOf } from '../lib/errno.ts';
import { Slices } from '../lib/slices.ts';
import { moveIn } from './blob-fields.ts';
import type { BlobStore } from './blob-store.ts';
import { EventPlaces } from './event-places.ts';
import { damagedHeader, missing, newer, unreadable } from './fs-problem.ts';
import { decodeEntry, LOG_SCHEMA, type LogHeader } from './log-format.ts';
import { type ParsedLog, parseLog } from './log-parse.ts';
import { foldSummary, startSummary } from './summary.ts';

/** A log as it was found, without a change to the disk. */
export interface LogContent {
  readonly header: LogHeader;
  readonly events: readonly Stamped[];
  readonly places: EventPlaces;
  readonly summary: SessionSummary;
  /** Lines that are kept on disk but can not be shown. */
  readonly skipped: number;
  /** Length of the file, and of its part before a torn tail. */
  readonly bytes: number;
  readonly goodBytes: number;
  readonly lines: number;
  readonly last: string | null;
  /** The first line was not finished, so a new header must be written. */
  readonly headless: boolean;
  /** A newer build wrote it. */
  readonly newer: Problem | undefined;
}

export interface ReadLogOptions {
  readonly path: string;
  /** Stand in for a header that was torn off or is of a newer schema. */
  readonly id: SessionId;
  readonly project: string;
  readonly now: number;
  readonly blobs: BlobStore;
}

export async function readLog(options: ReadLogOptions): Promise<Result<LogContent, Problem>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(options.path);
  } catch (failure) {
    return err(errnoOf(failure) === 'ENOENT' ? missing(options.path) : unreadable(failure, options.path));
  }
  const parsed = await parseLog(bytes);
  if (parsed.header.kind === 'damaged') return err(damagedHeader(options.path));
  const { events, places, corrupt } = await decode(parsed, options.blobs);
  const header = parsed.header.kind === 'header' ? parsed.header.header : substituteHeader(options, events[0]);
  return ok({
    header,
    events,
    places,
    summary: events.reduce(foldSummary, startSummary(header)),
    skipped: corrupt,
    bytes: bytes.length,
    goodBytes: parsed.goodBytes,
    lines: parsed.lines,
    last: parsed.entries.at(-1)?.id ?? null,
    headless: parsed.header.kind === 'torn',
    newer: parsed.header.kind === 'newer' ? newer(parsed.header.schema) : undefined,
  });
}

function substituteHeader(options: ReadLogOptions, first: Stamped | undefined): LogHeader {
  const { id, project, now } = options;
  return { schema: LOG_SCHEMA, id, project, title: 'Recovered session', model: '', time: first?.time ?? now };
}

type Decoded = Pick<LogContent, 'events' | 'places'> & { readonly corrupt: number };

async function decode(parsed: ParsedLog, blobs: BlobStore): Promise<Decoded> {
  const events: Stamped[] = [];
  const places = new EventPlaces();
  const slices = new Slices();
  let corrupt = parsed.corrupt;
  for (const [index, entry] of parsed.entries.entries()) {
    if (entry.blobs) await moveIn(entry.data, entry.blobs, blobs);
    const decoded = decodeEntry(entry);
    if (decoded.kind === 'event') {
      places.note(events.length, parsed.offsets[index] ?? 0);
      events.push({ time: decoded.time, event: decoded.event });
    }
    if (decoded.kind === 'corrupt') corrupt += 1;
    if (slices.over) await slices.pause();
  }
  return { events, places, corrupt };
}
