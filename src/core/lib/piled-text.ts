/** Characters after which what came in pieces is made one text. */
const STRETCH = 32 * 1024;

/**
 * A text that comes in many small pieces, held as long as it is. A sum of strings is kept as the tree of all that was added, which for words takes some five times as much.
 */
export class PiledText {
  #before = '';
  #pieces: string[] = [];
  #length = 0;

  constructor(text = '') {
    this.add(text);
  }

  get text(): string {
    return this.#before + this.#pieces.join('');
  }

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length < STRETCH) return;
    this.#before += this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
  }
}
