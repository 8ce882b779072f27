/** Every so many events the place of one is kept. */
const EVERY = 64;

interface Place {
  /** Number of an event, counted from 0, and where its line begins in the log. */
  readonly event: number;
  readonly offset: number;
}

/** Where in a log its events are: enough places to find any event by reading a short stretch. */
export class EventPlaces {
  readonly #offsets: number[] = [];

  /** To be told of every event, in order. */
  note(event: number, offset: number): void {
    if (event % EVERY === 0) this.#offsets[event / EVERY] = offset;
  }

  /** The nearest known place at or before an event. */
  before(event: number): Place {
    const index = Math.min(Math.floor(event / EVERY), this.#offsets.length - 1);
    return index < 0 ? { event: 0, offset: 0 } : { event: index * EVERY, offset: this.#offsets[index] ?? 0 };
  }

  /** The nearest known offset at or behind the beginning of an event, if there is one. */
  after(event: number): number | undefined {
    return this.#offsets[Math.ceil(event / EVERY)];
  }
}
