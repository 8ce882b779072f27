import type { SessionEvent } from '../../shared/events.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Clock } from '../lib/ports.ts';

/** A timer can hold no more; longer waits are made of several. */
const LONGEST_SLEEP = 24 * 3_600_000;

/** Servers' clocks differ from ours: so long after the reset it is tried, in milliseconds. */
const LATER = 1_000;

/** Sessions that stopped at a usage limit and go on when it is reset. Each waits for itself; a turn that begins before ends the wait. */
export class QuotaPauses {
  readonly #clock: Clock;
  readonly #go: (session: SessionId) => void;
  readonly #waiting = new Map<SessionId, AbortController>();

  constructor(clock: Clock, go: (session: SessionId) => void) {
    this.#clock = clock;
    this.#go = go;
  }

  /** A session as it was opened: whether it stopped at a limit is told by the last event that says so. */
  opened(session: SessionId, last: SessionEvent | undefined): void {
    if (last) this.see(session, last);
  }

  see(session: SessionId, event: SessionEvent): void {
    if (event.type === 'turn.start' || event.type === 'pause.cancel') this.forget(session);
    if (event.type === 'turn.end' && event.resumesAt !== undefined) void this.#wait(session, event.resumesAt + LATER);
  }

  /** True when it waited. */
  forget(session: SessionId): boolean {
    const waiting = this.#waiting.get(session);
    this.#waiting.delete(session);
    waiting?.abort();
    return waiting !== undefined;
  }

  async #wait(session: SessionId, until: number): Promise<void> {
    this.forget(session);
    const wait = new AbortController();
    this.#waiting.set(session, wait);
    for (let left = until - this.#clock.now(); left > 0 && !wait.signal.aborted; left = until - this.#clock.now()) {
      await this.#clock.sleep(Math.min(left, LONGEST_SLEEP), wait.signal);
    }
    if (wait.signal.aborted) return;
    this.#waiting.delete(session);
    this.#go(session);
  }
}
