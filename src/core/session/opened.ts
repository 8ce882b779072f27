import type { Stamped } from '../../shared/events.ts';
import { looksBack, Memory } from './memory.ts';
import { OpenEnds } from './open-ends.ts';
import { Trace } from './trace.ts';
import { Transcript } from './transcript.ts';

/**
 * What a session goes on from, gathered while its log is read, so that a log of any length is read once and little of it stays in memory.
 *
 * Contract: `add` is given every event of the log once, in order. Then, if `looksBack`, `recall` is given all of them again.
 */
export class Opened {
  readonly transcript = new Transcript();
  readonly trace = new Trace();
  readonly memory = new Memory([]);
  readonly #ends = new OpenEnds();
  #looksBack = false;

  add(stamped: Stamped): void {
    const { event } = stamped;
    this.transcript.add(stamped);
    this.trace.follow(stamped);
    this.#ends.add(stamped);
    this.#looksBack ||= looksBack(event);
    if (!this.#looksBack) this.memory.extend([event]);
  }

  /** The conversation went back to what was not kept any more. */
  get looksBack(): boolean {
    return this.#looksBack;
  }

  recall(events: readonly Stamped[]): void {
    this.memory.reload(events);
  }

  /** What tells what is open; see `OpenEnds`. */
  get events(): readonly Stamped[] {
    return this.#ends.events;
  }
}

export function openedFrom(events: readonly Stamped[]): Opened {
  const opened = new Opened();
  for (const stamped of events) opened.add(stamped);
  if (opened.looksBack) opened.recall(events);
  return opened;
}
