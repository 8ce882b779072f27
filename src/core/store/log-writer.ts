import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../lib/ports.ts';
import { holdsLong, moveOut } from './blob-fields.ts';
import type { Blob, BlobStore } from './blob-store.ts';
import type { EventPlaces } from './event-places.ts';
import { closed, unwritable } from './fs-problem.ts';
import type { LogFile } from './log-file.ts';
import { encodeLine } from './log-format.ts';

type Outcome = Result<Stamped, Problem>;

interface Pending {
  readonly stamped: Stamped;
  readonly line: string;
  readonly blobs: readonly Blob[];
  readonly settle: (outcome: Outcome) => void;
}

export interface LogWriterOptions {
  readonly file: LogFile;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** What the log holds: its length in bytes, its lines, and the id of its last entry. */
  readonly length: number;
  readonly lines: number;
  readonly last: string | null;
  /** Events in it, and where they are; kept up to date. */
  readonly events: number;
  readonly places: EventPlaces;
}

/**
 * Appends to one log with group commit: everything appended within one tick, or while a write is under way, is one write and one sync.
 * Failure keeps the contract of `SessionLog.append`.
 */
export class LogWriter {
  readonly #file: LogFile;
  readonly #blobs: BlobStore;
  readonly #clock: Clock;
  readonly #pending: Pending[] = [];
  readonly #places: EventPlaces;
  #length: number;
  /** Its length once everything encoded so far is written. */
  #end: number;
  #events: number;
  #lines: number;
  #last: string | null;
  #problem: Problem | undefined;
  #draining: Promise<void> | undefined;

  constructor(options: LogWriterOptions) {
    this.#file = options.file;
    this.#blobs = options.blobs;
    this.#clock = options.clock;
    this.#places = options.places;
    this.#length = options.length;
    this.#end = options.length;
    this.#events = options.events;
    this.#lines = options.lines;
    this.#last = options.last;
  }

  /** `time` is for entries that happened before, such as those of a fork. */
  append(event: KeptEvent, time = this.#clock.now()): Promise<Outcome> {
    if (this.#problem) return Promise.resolve(err(this.#problem));
    const encoded = this.#encode(event, time);
    this.#places.note(this.#events, this.#end);
    this.#events += 1;
    this.#end += Buffer.byteLength(encoded.line);
    return new Promise((settle) => {
      this.#pending.push({ stamped: { time, event }, ...encoded, settle });
      this.#draining ??= this.#drain();
    });
  }

  /** Waits for what was appended, then closes the file. */
  async close(): Promise<void> {
    await this.#draining;
    this.#problem ??= closed();
    await this.#file.close();
  }

  #encode(event: KeptEvent, time: number): Pick<Pending, 'line' | 'blobs'> {
    const { type, ...data } = event;
    const id = String(this.#lines);
    const base = { id, parent: this.#last, time, type };
    this.#lines += 1;
    this.#last = id;
    if (!holdsLong(data)) return { line: encodeLine({ ...base, data }), blobs: [] };
    const outsourced = moveOut(data);
    return { line: encodeLine({ ...base, data: outsourced.data, blobs: [...outsourced.references] }), blobs: outsourced.blobs };
  }

  async #drain(): Promise<void> {
    await endOfTick();
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0);
      this.#problem ??= await this.#commit(batch);
      const problem = this.#problem;
      for (const { stamped, settle } of batch) settle(problem ? err(problem) : ok(stamped));
    }
    this.#draining = undefined;
  }

  async #commit(batch: readonly Pending[]): Promise<Problem | undefined> {
    const bytes = Buffer.from(batch.map(({ line }) => line).join(''));
    try {
      await Promise.all(batch.flatMap(({ blobs }) => blobs.map((blob) => this.#blobs.write(blob))));
      await this.#file.write(bytes);
      await this.#file.datasync();
      this.#length += bytes.length;
      return undefined;
    } catch (failure) {
      await this.#takeBack();
      return unwritable(failure, 'The session could not be saved');
    }
  }

  /** When this fails too, opening the log again mends its end; it may then hold events that were never acknowledged, but never fewer. */
  async #takeBack(): Promise<void> {
    try {
      await this.#file.truncate(this.#length);
      await this.#file.datasync();
    } catch {
      return;
    }
  }
}

function endOfTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
