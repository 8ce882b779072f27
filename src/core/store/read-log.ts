import { stat } from 'node:fs/promises';
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
import { decodeEntry, LOG_SCHEMA, type LogEntry, type LogHeader } from './log-format.ts';
import { placesIn, stretchesOf } from './log-lines.ts';
import { LogParser, type ParsedHeader } from './log-parse.ts';
import type { See } from './session-log.ts';
import { foldSummary, startSummary } from './summary.ts';

/** A log as it was found, without a change to the disk. */
export interface LogContent {
  readonly header: LogHeader;
  /** None when they were told one by one. */
  readonly events: readonly Stamped[];
  /** How many there are. */
  readonly count: number;
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
  /** Is told of each event as it is read, instead of all of them being held. */
  readonly see?: See | undefined;
}

/** In stretches, so that a log of any length takes little memory; others get their turn in between. */
export async function readLog(options: ReadLogOptions): Promise<Result<LogContent, Problem>> {
  const parser = new LogParser();
  const found = new FoundEvents(options);
  let bytes: number;
  try {
    bytes = (await stat(options.path)).size;
    await readLines(options, { parser, found, bytes });
  } catch (failure) {
    if (errnoOf(failure) === undefined) throw failure;
    return err(errnoOf(failure) === 'ENOENT' ? missing(options.path) : unreadable(failure, options.path));
  }
  const { header, corrupt, ...parsed } = parser.log;
  if (header.kind === 'damaged') return err(damagedHeader(options.path));
  const { events, count, places } = found;
  return ok({
    ...{ ...parsed, bytes, events, count, places },
    ...found.told(header),
    skipped: corrupt + found.corrupt,
    headless: header.kind === 'torn',
    newer: header.kind === 'newer' ? newer(header.schema) : undefined,
  });
}

interface Reading {
  readonly parser: LogParser;
  readonly found: FoundEvents;
  readonly bytes: number;
}

/** Stops at a header that is damaged. */
async function readLines({ path, blobs }: ReadLogOptions, { parser, found, bytes: size }: Reading): Promise<void> {
  const slices = new Slices();
  for await (const stretch of stretchesOf(path, 0, size)) {
    const { bytes, offset } = stretch;
    for (const [start, end] of placesIn(stretch)) {
      const entry = parser.read(bytes.toString('utf8', start, end), offset + end + 1);
      if (parser.header.kind === 'damaged') return;
      if (entry?.blobs) await moveIn(entry.data, entry.blobs, blobs);
      if (entry) found.take(entry, offset + start, parser.header);
      if (slices.over) await slices.pause();
    }
  }
}

function headerOf(found: ParsedHeader, { id, project, now }: ReadLogOptions, first: Stamped | undefined): LogHeader {
  if (found.kind === 'header') return found.header;
  return { schema: LOG_SCHEMA, id, project, title: 'Recovered session', model: '', time: first?.time ?? now };
}

/** What the entries of a log say, one after the other. */
class FoundEvents {
  readonly #options: ReadLogOptions;
  readonly places = new EventPlaces();
  readonly events: Stamped[] = [];
  #count = 0;
  #corrupt = 0;
  #told: Pick<LogContent, 'header' | 'summary'> | undefined;

  constructor(options: ReadLogOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#count;
  }

  get corrupt(): number {
    return this.#corrupt;
  }

  take(entry: LogEntry, offset: number, found: ParsedHeader): void {
    const decoded = decodeEntry(entry);
    if (decoded.kind === 'corrupt') this.#corrupt += 1;
    if (decoded.kind !== 'event') return;
    const stamped = { time: decoded.time, event: decoded.event };
    const { header, summary } = this.#told ?? this.#begun(found, stamped);
    this.#told = { header, summary: foldSummary(summary, stamped) };
    this.places.note(this.#count, offset);
    this.#count += 1;
    if (this.#options.see) this.#options.see(stamped);
    else this.events.push(stamped);
  }

  /** The header, or what stands in for it, and the row of the session. */
  told(found: ParsedHeader): Pick<LogContent, 'header' | 'summary'> {
    return this.#told ?? this.#begun(found, undefined);
  }

  #begun(found: ParsedHeader, first: Stamped | undefined): Pick<LogContent, 'header' | 'summary'> {
    const header = headerOf(found, this.#options, first);
    return { header, summary: startSummary(header) };
  }
}
