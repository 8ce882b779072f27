import { firstUnits, lastUnits } from './runes.ts';

/** Keeps the start and the end of a text of any length. Sizes are UTF-16 units; a character is never cut in two. */
export class HeadTail {
  readonly #half: number;
  #head = '';
  #tail = '';
  #headIsFull = false;
  #length = 0;

  /** At most `limit` characters are kept, half of them from the start. */
  constructor(limit: number) {
    this.#half = Math.ceil(limit / 2);
  }

  get length(): number {
    return this.#length;
  }

  append(text: string): void {
    this.#length += text.length;
    const taken = this.#headIsFull ? '' : firstUnits(text, this.#half - this.#head.length);
    this.#head += taken;
    if (taken.length === text.length) return;
    this.#headIsFull = true;
    this.#tail += text.slice(taken.length);
    // Trimmed only now and then, so that many small pieces do not each copy the whole tail.
    if (this.#tail.length > 4 * this.#half) this.#tail = lastUnits(this.#tail, this.#half);
  }

  /** At most `limit` of the kept characters, which is no more than was asked to be kept; a line takes the place of what was cut. */
  text(limit: number): string {
    if (this.#length <= limit) return this.#head + this.#tail;
    const whole = this.#head + this.#tail;
    const isWhole = whole.length === this.#length;
    const head = firstUnits(isWhole ? whole : this.#head, Math.ceil(limit / 2));
    const tail = lastUnits(isWhole ? whole : this.#tail, Math.floor(limit / 2));
    return `${head}\n… [${this.#length - head.length - tail.length} characters cut] …\n${tail}`;
  }
}
