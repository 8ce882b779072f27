import { rm } from 'node:fs/promises';
import type { KeptEvent, Stamped } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/problem.ts';
import { err, type Result } from '../../shared/result.ts';
import type { SessionSummary } from '../../shared/session.ts';
import type { Logger } from '../lib/ports.ts';
import { SerialQueue } from '../lib/serial-queue.ts';
import type { LogWriter } from './log-writer.ts';
import type { SessionFiles } from './paths.ts';
import type { SessionLog } from './session-log.ts';
import { foldSummary, writeSummary } from './summary.ts';

export interface WritableLogOptions {
  readonly id: SessionId;
  readonly files: SessionFiles;
  readonly events: readonly Stamped[];
  readonly summary: SessionSummary;
  readonly repaired: string | undefined;
  readonly writer: LogWriter;
  readonly releaseLock: () => Promise<void>;
  readonly logger: Logger;
}

/** A log this process may write. The summary follows after every turn, in the background, and on closing. */
export class WritableLog implements SessionLog {
  readonly id: SessionId;
  readonly readOnly = undefined;
  readonly events: readonly Stamped[];
  readonly repaired: string | undefined;
  readonly #options: WritableLogOptions;
  readonly #saving = new SerialQueue();
  #summary: SessionSummary;
  #closing: Promise<void> | undefined;

  constructor(options: WritableLogOptions) {
    this.id = options.id;
    this.events = options.events;
    this.repaired = options.repaired;
    this.#options = options;
    this.#summary = options.summary;
  }

  async append(event: KeptEvent): Promise<Result<Stamped, Problem>> {
    const outcome = await this.#options.writer.append(event);
    if (outcome.ok) {
      this.#summary = foldSummary(this.#summary, outcome.value);
      if (event.type === 'turn.end') void this.saveSummary();
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
    await this.#tolerate('the session lock could not be released', releaseLock);
  }

  /** Never rejects: the summary can be made again from the log. One that is behind the log would not be, so it goes, as it can on a full disk. */
  saveSummary(): Promise<void> {
    const path = this.#options.files.summary;
    return this.#saving.run(() =>
      this.#tolerate('the session summary could not be written', () =>
        writeSummary(path, this.#summary).catch(async (failure: unknown) => {
          await rm(path, { force: true });
          throw failure;
        }),
      ),
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

export interface ReadOnlyLogOptions {
  readonly id: SessionId;
  readonly events: readonly Stamped[];
  readonly readOnly: Problem;
  readonly repaired: string | undefined;
}

export function readOnlyLog(options: ReadOnlyLogOptions): SessionLog {
  return { ...options, append: () => Promise.resolve(err(options.readOnly)), close: () => Promise.resolve() };
}
