import { rm } from 'node:fs/promises';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { Logger } from '../lib/ports.ts';
import type { LogWriter } from './log-writer.ts';
import type { SessionFiles } from './paths.ts';
import { type EventSource, readEvents } from './read-events.ts';
import type { SessionLog } from './session-log.ts';
import { foldSummary, writeSummary } from './summary.ts';
import { updateTextIndex } from './text-index.ts';

export interface WritableLogOptions {
  readonly id: SessionId;
  readonly files: SessionFiles;
  readonly events: readonly Stamped[];
  readonly source: EventSource;
  readonly summary: SessionSummary;
  readonly repaired: string | undefined;
  readonly writer: LogWriter;
  readonly releaseLock: () => Promise<void>;
  readonly logger: Logger;
}

/** Bytes of a log, and letters of the texts in its blobs: indexing more would keep the person waiting; a search does it later. */
const INDEXED_ON_CLOSE = 2 * 1024 * 1024;

/** A log this process may write. The summary follows in the background whenever a list would show something else, and on closing. */
export class WritableLog implements SessionLog {
  readonly id: SessionId;
  readonly readOnly = undefined;
  readonly repaired: string | undefined;
  readonly events: readonly Stamped[];
  readonly #options: Omit<WritableLogOptions, 'events'>;
  readonly #saving = new SerialQueue();
  #summary: SessionSummary;
  /** A save that has not begun yet will write what is known then. */
  #saveWaits = false;
  #closing: Promise<void> | undefined;

  constructor(options: WritableLogOptions) {
    const { events, ...rest } = options;
    this.id = options.id;
    this.repaired = options.repaired;
    this.events = events;
    this.#options = rest;
    this.#summary = options.summary;
  }

  read(from: number, to: number): Promise<readonly Stamped[]> {
    return readEvents(this.#options.source, from, to);
  }

  async append(event: KeptEvent): Promise<Result<Stamped, Problem>> {
    const outcome = await this.#options.writer.append(event);
    if (outcome.ok) {
      this.#summary = foldSummary(this.#summary, outcome.value);
      if (LISTED.has(event.type)) this.#saveSoon();
    }
    return outcome;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { writer, releaseLock } = this.#options;
    await this.#tolerate('the log could not be closed', () => writer.close());
    await this.saveSummary();
    await this.#tolerate('the text index could not be written', () =>
      updateTextIndex(this.#options.files.textIndex, this.#options.source, INDEXED_ON_CLOSE),
    );
    await this.#tolerate('the session lock could not be released', releaseLock);
  }

  /** Never rejects. */
  saveSummary(): Promise<void> {
    return this.#saving.run(() => this.#write());
  }

  /** Events that are kept together are one write. */
  #saveSoon(): void {
    if (this.#saveWaits) return;
    this.#saveWaits = true;
    void this.#saving.run(() => {
      this.#saveWaits = false;
      return this.#write();
    });
  }

  /** The summary can be made again from the log. One that is behind the log would not be, so it goes, as it can on a full disk. */
  #write(): Promise<void> {
    const path = this.#options.files.summary;
    return this.#tolerate('the session summary could not be written', () =>
      writeSummary(path, this.#summary).catch(async (failure: unknown) => {
        await rm(path, { force: true });
        throw failure;
      }),
    );
  }

  async #tolerate(message: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (failure) {
      this.#options.logger.log('warn', message, { session: this.id, error: String(failure) });
    }
  }
}

/** Events after which the row of the session in a list is another one. Other processes see a session from its first prompt on. */
const LISTED: ReadonlySet<string> = new Set(['session.update', 'turn.start', 'turn.end']);

export interface ReadOnlyLogOptions {
  readonly id: SessionId;
  readonly events: readonly Stamped[];
  readonly source: EventSource;
  readonly readOnly: Problem;
  readonly repaired: string | undefined;
}

export function readOnlyLog({ source, ...rest }: ReadOnlyLogOptions): SessionLog {
  return {
    ...rest,
    read: (from, to) => readEvents(source, from, to),
    append: () => Promise.resolve(err(rest.readOnly)),
    close: () => Promise.resolve(),
  };
}
