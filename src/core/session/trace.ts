import type { SessionEvent, Stamped } from '../../shared/events.ts';
import type { TurnId } from '../../shared/ids.ts';

type EventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>;
type Word = EventOf<'turn.start' | 'turn.end' | 'pause.cancel'>;

/** The few facts that a session needs of everything kept so far. `follow` is given every kept event once, in order. */
export class Trace {
  #count = 0;
  #turn: TurnId | undefined;
  #turnFrom = 0;
  #began: number | undefined;
  #changed: number | undefined;
  #end: EventOf<'turn.end'> | undefined;
  #word: Word | undefined;
  #cacheKey: string | undefined;

  follow({ time, event }: Stamped): void {
    if (this.#count === 0 && event.type === 'session.start') this.#cacheKey = event.cacheKey;
    if (event.type === 'turn.start') [this.#turn, this.#turnFrom] = [event.turn, this.#count];
    if (event.type === 'turn.start' || event.type === 'turn.end' || event.type === 'pause.cancel') this.#word = event;
    if (event.type === 'turn.end') this.#end = event;
    this.#began ??= time;
    this.#changed = time;
    this.#count += 1;
  }

  /** How many. */
  get count(): number {
    return this.#count;
  }

  /** The newest. */
  get turn(): TurnId | undefined {
    return this.#turn;
  }

  /** The number of the event that the newest turn begins with. */
  get turnFrom(): number {
    return this.#turnFrom;
  }

  /** Times of the first and of the last. */
  get began(): number | undefined {
    return this.#began;
  }

  get changed(): number | undefined {
    return this.#changed;
  }

  get end(): EventOf<'turn.end'> | undefined {
    return this.#end;
  }

  /** The last that says whether the session waits for a usage limit. */
  get word(): Word | undefined {
    return this.#word;
  }

  /** What providers know the conversation by, when that is not the session's id: in a fork what the session it came from was known by. */
  get cacheKey(): string | undefined {
    return this.#cacheKey;
  }
}
