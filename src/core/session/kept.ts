import type { Stamped } from '../../shared/events.ts';
import type { SessionView } from '../../shared/fold-types.ts';
import type { ItemPage } from '../../shared/item-page.ts';
import type { SessionLog } from '../store/session-log.ts';
import type { Trace } from './trace.ts';
import type { Transcript } from './transcript.ts';
import { readPage } from './transcript-page.ts';
import { createTranscriptReads, type TranscriptReads } from './transcript-reads.ts';

/** The newest of what is kept. */
export interface KeptEnd {
  /** What they go on from; without it they are all there are. */
  readonly base?: SessionView;
  /** A call before them changed files. */
  readonly edited?: true;
  readonly events: readonly Stamped[];
}

/**
 * Everything that a session shows and keeps. Of a long one little is in memory: the facts the session goes by, the newest events, and where in the log the others are.
 *
 * Contract: `add` is given every event once it is in the log, in order. What is read again rejects with the errno of what failed.
 */
export class Kept {
  readonly transcript: Transcript;
  readonly trace: Trace;
  readonly reads: TranscriptReads = createTranscriptReads(this);
  readonly #log: SessionLog;

  /** `transcript` and `trace` are of what is in the log. */
  constructor(log: SessionLog, { transcript, trace }: Pick<Kept, 'transcript' | 'trace'>) {
    this.#log = log;
    this.transcript = transcript;
    this.trace = trace;
  }

  add(stamped: Stamped): void {
    this.transcript.add(stamped);
    this.trace.follow(stamped);
  }

  end(): KeptEnd {
    const { end, events, edited } = this.transcript;
    if (end.events.length === events) return { events: end.events };
    return { ...end, ...(edited ? { edited: true } : {}) };
  }

  /** From that number on, in order. */
  events(from = 0): Promise<readonly Stamped[]> {
    return this.#log.read(from, this.trace.count);
  }

  /** Since the newest turn began. */
  turn(): Promise<readonly Stamped[]> {
    return this.events(this.trace.turnFrom);
  }

  /** The items around a position of the transcript. */
  page(position: number): Promise<ItemPage> {
    return readPage(this.transcript, position, (from, to) => this.#log.read(from, to));
  }
}
